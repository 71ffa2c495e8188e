import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { newId } from '../ids.ts';
import { Problem } from '../problem.ts';
import { METHODS } from './methods.ts';

type MalformedRequest = Error & { code?: string; rawPacket?: unknown };

function createMalformedRequestProblem({ code, rawPacket }: MalformedRequest): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large');
  // Node's parser knows no such method. Other protocols, such as TLS, fail in the same way.
  const isMethodUnknown = code === 'HPE_INVALID_METHOD' && /^[A-Za-z-]+ \S+ HTTP\/1\./.test(String(rawPacket));
  const methodList = METHODS.join(', ');
  return isMethodUnknown
    ? new Problem('method_not_allowed', `The methods are ${methodList}.`, { headers: { Allow: methodList } })
    : new Problem('invalid_request', 'This is not a valid HTTP request.');
}

/** Answers input that is not valid HTTP with a problem, and closes the connection. */
export const rejectMalformedRequest =
  ({ publicUrl }: Config) =>
  (error: MalformedRequest, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const problem = createMalformedRequestProblem(error);
    const requestId = newId('req');
    const body = JSON.stringify(problem.toDocument(publicUrl, requestId));
    const allowLine = problem.headers.Allow ? `Allow: ${problem.headers.Allow}\r\n` : '';
    socket.end(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${allowLine}X-Request-Id: ${requestId}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
