// A small load over hashicorp/go-plugin: a host asks its plug-in for 64 bytes, by net/rpc.
//
//	go-plugin-load NEAR FAR      the processors of the host, on which it must have been started, and of the plug-in
//
// Descriptor 3 is a SOCK_SEQPACKET socket. Each packet on it is the number of calls of a block, an int32, and is
// answered with the nanoseconds that each of them took, as int64. The end of the socket ends both processes.
package main

import (
	"encoding/binary"
	"fmt"
	"net/rpc"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
)

const (
	size      = 64
	mostCalls = 4096
	control   = 3
)

var handshake = plugin.HandshakeConfig{ProtocolVersion: 1, MagicCookieKey: "APPEX_BENCH", MagicCookieValue: "load"}

// What the plug-in does.
type loader struct{}

func (loader) Load(typeIdentifier string, reply *[]byte) error {
	*reply = make([]byte, size)
	return nil
}

type loaderPlugin struct{}

func (loaderPlugin) Server(*plugin.MuxBroker) (interface{}, error) { return loader{}, nil }

func (loaderPlugin) Client(_ *plugin.MuxBroker, client *rpc.Client) (interface{}, error) {
	return client, nil
}

var plugins = map[string]plugin.Plugin{"loader": loaderPlugin{}}

func need(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-plugin-load:", err)
		os.Exit(1)
	}
}

func start(far string) (*plugin.Client, *rpc.Client) {
	program, err := os.Executable()
	need(err)
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: handshake, Plugins: plugins, Cmd: exec.Command("/usr/bin/taskset", "-c", far, program),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolNetRPC}, Logger: hclog.NewNullLogger(),
	})
	protocol, err := client.Client()
	need(err)
	dispensed, err := protocol.Dispense("loader")
	need(err)
	return client, dispensed.(*rpc.Client)
}

func main() {
	if os.Getenv(handshake.MagicCookieKey) != "" {
		plugin.Serve(&plugin.ServeConfig{HandshakeConfig: handshake, Plugins: plugins, Logger: hclog.NewNullLogger()})
		return
	}
	if len(os.Args) != 3 {
		need(fmt.Errorf("usage: go-plugin-load NEAR FAR"))
	}
	client, remote := start(os.Args[2])
	defer client.Kill()
	request := make([]byte, 4)
	for {
		count, err := syscall.Read(control, request)
		calls := int32(binary.LittleEndian.Uint32(request))
		if err != nil || count != 4 || calls < 1 || calls > mostCalls {
			return
		}
		times := make([]byte, 0, calls*8)
		for ; calls > 0; calls-- {
			var bytes []byte
			before := time.Now()
			err := remote.Call("Plugin.Load", "public.data", &bytes)
			taken := time.Since(before)
			if err != nil || len(bytes) != size {
				return
			}
			times = binary.LittleEndian.AppendUint64(times, uint64(taken))
		}
		if _, err := syscall.Write(control, times); err != nil {
			return
		}
	}
}
