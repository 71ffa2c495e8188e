import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.ts';
import { startProgram, stopProgram } from './programs.ts';

type Target = { host: string; port: number; user: string };

/** A PgBouncer in transaction mode before a server, with at most `poolSize` connections to each of its databases. */
export async function startPgBouncer(folder: string, { host, port, user }: Target, poolSize: number) {
  const ownPort = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'pgbouncer-users.txt');
  writeFileSync(users, `"${user}" ""\n`, { mode: 0o644 });
  writeFileSync(
    config,
    `[databases]
* = host=${host} port=${port} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
stats_users = ${user}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
# What a failover needs: say soon that there is no server, and look for it often.
query_wait_timeout = 10
server_login_retry = 1
server_connect_timeout = 5
tcp_keepidle = 10
tcp_keepintvl = 1
tcp_keepcnt = 10
`,
    { mode: 0o644 },
  );
  const child = startProgram(folder, 'pgbouncer', '/usr/sbin/pgbouncer', [config]);
  return {
    address: { host: '127.0.0.1', port: ownPort, user },
    stop: () => stopProgram(child, 'SIGKILL'),
  };
}
