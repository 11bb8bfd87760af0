#!/usr/bin/env node
// A message to a child process and back, as an editor's web view talks to its extension: prints the median in nanoseconds.
//
//   node-message ROUNDS NEAR FAR      NEAR and FAR: the processors of the two processes
'use strict';
const { fork, execFileSync } = require('child_process');

if (process.argv[2] === 'child') {
    process.on('message', (message) => process.send({ handled: message.number, id: 300, text: `Brightness ${message.number} %` }));
} else {
    const [rounds, near, far] = process.argv.slice(2).map(Number);
    const pin = (pid, processor) => execFileSync('taskset', ['-acp', `${processor}`, `${pid}`], { stdio: 'ignore' });
    const child = fork(__filename, ['child']);
    pin(process.pid, near);
    pin(child.pid, far);
    const times = [];
    const label = { 300: '' };
    let start;
    const press = () => {
        start = process.hrtime.bigint();
        child.send({ number: times.length, event: 'activate', node: 2 });
    };
    child.on('message', (message) => {
        label[message.id] = message.text;
        times.push(process.hrtime.bigint() - start);
        // The first ones find nothing compiled yet.
        if (times.length < rounds + 50) return setTimeout(press, 5);
        const sorted = times.slice(50).sort((a, b) => Number(a - b));
        console.log(`${sorted[sorted.length >> 1]}`);
        child.disconnect();
    });
    press();
}
