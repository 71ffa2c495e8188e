// temporary: CPU by thread
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
import { setUp } from './setup.ts';
import { openBusinesses } from './chat.ts';
import { saturate, sendSteadily } from './load.ts';
const threads = (pid: number) => Object.fromEntries(readdirSync(`/proc/${pid}/task`).map((t) => { const s = readFileSync(`/proc/${pid}/task/${t}/stat`, 'utf8'); const name = s.slice(s.indexOf('(') + 1, s.lastIndexOf(')')); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); return [`${t} ${name}`, (Number(f[11]) + Number(f[12])) * 10]; }));
const pgCpu = () => { let sum = 0; for (const p of readdirSync('/proc')) { if (!/^\d+$/.test(p)) continue; try { const c = readFileSync(`/proc/${p}/cmdline`, 'utf8'); const e = readFileSync(`/proc/${p}/environ`, 'utf8'); if (!/postgres/.test(c) || !pgDir) continue; const s = readFileSync(`/proc/${p}/stat`, 'utf8'); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); const sid = f[3]; if (sid !== pgSid && f[2] !== pgSid && f[1] !== pgSid) continue; sum += (Number(f[11]) + Number(f[12])) * 10; } catch {} } return sum; };
let pgDir = 'x'; let pgSid = '';
const bench = await setUp(1);
try {
  const { rows } = await bench.owner.query("select pg_backend_pid() pid, current_setting('data_directory') d");
  // the postmaster is the parent of the backend
  const pm = readFileSync(`${rows[0].d}/postmaster.pid`, 'utf8').split('\n')[0]!;
  const kids = () => execSync(`ps -eo pid,ppid,args | grep -F "${rows[0].d}" | grep -v grep | awk '{print $1}'`).toString().trim().split('\n');
  const pgTotal = () => { const roots = kids(); let sum = 0; for (const p of readdirSync('/proc')) { if (!/^\d+$/.test(p)) continue; try { const s = readFileSync(`/proc/${p}/stat`, 'utf8'); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); if (roots.includes(f[1]!) || roots.includes(p)) sum += (Number(f[11]) + Number(f[12])) * 10; } catch {} } return sum; };
  const ws = await bench.openWorkspaces(30);
  const next = await openBusinesses(bench, ws);
  const conns = Number(process.env.CONNS ?? 32);
  await saturate(bench.serviceUrl, next, conns, Number(process.env.WARM ?? 10));
  for (const [what, work] of [['steady', () => sendSteadily(bench.serviceUrl, next, 50, 10)], ['saturated', () => saturate(bench.serviceUrl, next, conns, Number(process.env.SECS ?? 15))]] as const) {
    await bench.owner.query('select pg_stat_reset()').catch(() => 0);
    const t0 = threads(bench.servicePid), p0 = pgTotal(), c0 = process.cpuUsage();
    const load = await work();
    const t1 = threads(bench.servicePid), p1 = pgTotal(), c1 = process.cpuUsage(c0);
    const n = load.times.length; const sorted = load.times.toSorted((a, b) => a - b); const at = (q: number) => sorted[Math.floor(n * q)]!.toFixed(1);
    console.log(what, n, (n / load.seconds).toFixed(0) + '/s', 'p50', at(0.5), 'p95', at(.95), 'p99', at(.99), 'load', readFileSync('/proc/loadavg', 'utf8').slice(0, 5));
    const by: Record<string, number> = {};
    for (const [k, v] of Object.entries(t1)) { const d = (v - (t0[k] ?? 0)) / n; if (d > 0.02) by[k] = +d.toFixed(2); }
    console.log('  service total', (Object.keys(t1).reduce((s, k) => s + t1[k]! - (t0[k] ?? 0), 0) / n).toFixed(2), JSON.stringify(by), 'pg', ((p1 - p0) / n).toFixed(2), 'generator', ((c1.user + c1.system) / 1000 / n).toFixed(2));
    console.log('  ', readFileSync(`/proc/${bench.servicePid}/status`, 'utf8').match(/Vm(HWM|RSS):.*|Rss(Anon|File).*/g)!.join(' '));
  }
} finally { await bench.close(); }
process.exit(0);
