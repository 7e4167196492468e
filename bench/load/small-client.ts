import { connect, type Socket } from 'node:net';
import type { FleetCall } from './fleet-calls.ts';

type Connection = { send: (asked: Asked) => void; end: () => void };
type Asked = { text: string; done: (fault?: string) => void };

/**
 * Sends calls over so many connections that stay open, each as soon as one is free. It knows of HTTP what
 * our service answers and nothing else: a whole client takes as much of the processor as the service does
 * for the same call, and both share it.
 */
export function createSmallClient(url: string, connections: number) {
  const { hostname, port, host } = new URL(url);
  const waiting: Asked[] = [];
  const free: Connection[] = [];
  let opened = 0;

  function open(): Connection {
    opened += 1;
    const socket = connect(Number(port), hostname).setNoDelay();
    let current: Asked | undefined;
    const answered = (fault?: string) => {
      current?.done(fault);
      current = waiting.shift();
      if (current) socket.write(current.text);
      else free.push(connection);
    };
    const connection: Connection = {
      send(asked) {
        current = asked;
        socket.write(asked.text);
      },
      end: () => socket.destroy(),
    };
    onAnswers(socket, answered);
    let fault = 'the connection was closed';
    socket.on('error', ({ message }) => {
      fault = message;
    });
    // The service closes what it has not heard of for a while.
    socket.on('close', () => {
      opened -= 1;
      if (free.includes(connection)) free.splice(free.indexOf(connection), 1);
      current?.done(fault);
      // Whoever waits for a place gets one, or hears that there is nobody to ask.
      const next = waiting.shift();
      if (next) open().send(next);
    });
    return connection;
  }

  return {
    send({ path, token, body }: FleetCall, done: (fault?: string) => void): void {
      const head = [
        `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`,
        `host: ${host}`,
        `authorization: Bearer ${token}`,
        ...(body === ''
          ? []
          : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
      ];
      const asked = { text: `${head.join('\r\n')}\r\n\r\n${body}`, done };
      const next = free.pop() ?? (opened < connections ? open() : undefined);
      if (!next) return void waiting.push(asked);
      next.send(asked);
    },
    end(): void {
      for (const connection of free) connection.end();
    },
  };
}

/** @param answered called for each whole answer, with its body where it is no success */
function onAnswers(socket: Socket, answered: (fault?: string) => void): void {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    const whole = headEnd + 4 + length;
    if (text.length < whole) return;
    const fault = text.startsWith('HTTP/1.1 200 ') ? undefined : text.slice(0, whole);
    text = text.slice(whole);
    answered(Number.isNaN(length) ? `an answer of unknown length: ${text}` : fault);
  });
}
