// A small load over hashicorp/go-plugin: a host asks its plug-in for 64 bytes, by net/rpc.
//
//	go-plugin-load NEAR FAR      the processors of the host, on which it must have been started, and of the plug-in
//	go-plugin-load launch        the same, but each call is to a plug-in of its own, with its launch
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

func program() string {
	path, err := os.Executable()
	need(err)
	return path
}

func start(command *exec.Cmd) (*plugin.Client, *rpc.Client) {
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: handshake, Plugins: plugins, Cmd: command,
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolNetRPC}, Logger: hclog.NewNullLogger(),
	})
	protocol, err := client.Client()
	need(err)
	dispensed, err := protocol.Dispense("loader")
	need(err)
	return client, dispensed.(*rpc.Client)
}

func call(remote *rpc.Client) error {
	var bytes []byte
	err := remote.Call("Plugin.Load", "public.data", &bytes)
	if err == nil && len(bytes) != size {
		return fmt.Errorf("%d bytes came", len(bytes))
	}
	return err
}

// The plug-ins of a launch, ended when its time has been taken.
var launched []*plugin.Client

func loadOnce() error {
	client, remote := start(exec.Command(program()))
	launched = append(launched, client)
	return call(remote)
}

func main() {
	if os.Getenv(handshake.MagicCookieKey) != "" {
		plugin.Serve(&plugin.ServeConfig{HandshakeConfig: handshake, Plugins: plugins, Logger: hclog.NewNullLogger()})
		return
	}
	load := loadOnce
	if len(os.Args) == 3 {
		client, remote := start(exec.Command("/usr/bin/taskset", "-c", os.Args[2], program()))
		defer client.Kill()
		load = func() error { return call(remote) }
	} else if len(os.Args) != 2 || os.Args[1] != "launch" {
		need(fmt.Errorf("usage: go-plugin-load NEAR FAR | launch"))
	}
	request := make([]byte, 4)
	for {
		count, err := syscall.Read(control, request)
		calls := int32(binary.LittleEndian.Uint32(request))
		if err != nil || count != 4 || calls < 1 || calls > mostCalls {
			return
		}
		times := make([]byte, 0, calls*8)
		for ; calls > 0; calls-- {
			before := time.Now()
			err := load()
			taken := time.Since(before)
			for _, client := range launched {
				client.Kill()
			}
			launched = nil
			if err != nil {
				return
			}
			times = binary.LittleEndian.AppendUint64(times, uint64(taken))
		}
		if _, err := syscall.Write(control, times); err != nil {
			return
		}
	}
}
