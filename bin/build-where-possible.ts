// Builds the dashboard and the widget after an install, if that has brought the tools: `npm ci --omit=dev` leaves them out,
// and a service without what they make says at its start what to do.
import { spawnSync } from 'node:child_process';

const TOOLS = ['rolldown', '@vitejs/plugin-react', '@tailwindcss/vite'];

const isThere = (tool: string) =>
  import(tool).then(
    () => true,
    () => false,
  );

if ((await Promise.all(TOOLS.map(isThere))).every(Boolean)) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
