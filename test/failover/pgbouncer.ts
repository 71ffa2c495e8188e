import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../ports.ts';
import { startProgram, stopProgram } from './programs.ts';

type PostgresServer = { host: string; port: number; user: string };

/** A PgBouncer in transaction mode before a server, with at most `poolSize` connections to each of its databases. */
export async function startPgBouncer(folder: string, { host, port, user }: PostgresServer, poolSize: number) {
  const pgBouncerPort = await findFreePort();
  const configFile = join(folder, 'pgbouncer.ini');
  const usersFile = join(folder, 'pgbouncer-users.txt');
  writeFileSync(usersFile, `"${user}" ""\n`, { mode: 0o644 });
  writeFileSync(
    configFile,
    `[databases]
* = host=${host} port=${port} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pgBouncerPort}
unix_socket_dir =
auth_type = trust
auth_file = ${usersFile}
stats_users = ${user}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
# For a failover: report a missing server soon, and look for it often.
query_wait_timeout = 10
server_login_retry = 1
server_connect_timeout = 5
tcp_keepidle = 10
tcp_keepintvl = 1
tcp_keepcnt = 10
`,
    { mode: 0o644 },
  );
  const child = startProgram(folder, 'pgbouncer', '/usr/sbin/pgbouncer', [configFile]);
  return {
    server: { host: '127.0.0.1', port: pgBouncerPort, user },
    stop: () => stopProgram(child, 'SIGKILL'),
  };
}
