import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE_DIR } from './test/compile-cache.ts';
import { listFilesToSkipToday } from './test/rotation.ts';

// For the workers, which load the whole service.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE_DIR;

// The name and folder of a test decide its project, see CONTRIBUTING.md.
const ALL = '{src,test,widget/src,web/src,clients}/**/*.test.ts';
const DATABASE = '{src,test,clients}/**/*.db.test.ts';
/** They need a mail server that is not installed everywhere, so only npm run test:mail runs them. */
const MAIL = 'test/mail/*.mail-test.ts';
/** They need a CalDAV server: npm run test:calendars. */
const CALENDARS = 'test/calendars/*.calendar-test.ts';
/** They need a PgBouncer: npm run test:pgbouncer. Behind them, tests of what the service asks of its database. */
const PGBOUNCER = [
  'test/failover/*.pgbouncer-test.ts',
  'test/architecture/tenancy.db.test.ts',
  'test/load/{bookings,waitlist}.db.test.ts',
  'src/kernel/database/database.db.test.ts',
  'src/kernel/http/{execute,flood,idempotency}.db.test.ts',
  'src/features/accounts/{accounts,members}.db.test.ts',
  'src/features/{bookings,keys,webhooks}/*.db.test.ts',
  'src/features/conversations/{conversations,live,stream}.db.test.ts',
  'src/features/plans/*.db.test.ts',
];
/** They need Patroni, etcd and HAProxy: npm run test:failover. */
const FAILOVER = 'test/failover/*.failover-test.ts';
const BROWSER = 'test/browser/**/*.test.ts';
/** They start whole services and database servers, kill them, or put them under load. */
const WHOLE_MACHINE = [
  'test/process/!(start).db.test.ts',
  'test/load/*.db.test.ts',
  'src/kernel/database/{backup,connect,embedded}.db.test.ts',
  'src/kernel/database/embedded/run-as.db.test.ts',
  'src/cli/{archive,cli}.db.test.ts',
];

/** They send random requests and messages, far more of them every night. */
const FUZZ = 'test/{chat,fuzz}/fuzz.db.test.ts';
/** A visitor's conversation, an owner's first day, and what pages load. The other browser tests take turns. */
const DAILY_BROWSER_TESTS = 'chromium|conversation|dashboard-load|dashboard-owner|load';

/**
 * Those take turns by day, so that `npm test` stays under eight minutes on two cores. The tests in them take shares of 2, 3
 * or 4, which would always be the same if a number here were a multiple of those.
 */
const ONE_IN = { wholeMachine: 25, fuzz: 7, browser: 7 };

export default defineConfig({
  test: {
    // Most of what a file needs has been loaded by the one before it.
    isolate: false,
    pool: 'forks',
    // One more than cores, because tests also wait: for the database, for a page, for jobs, for time to pass.
    maxWorkers: 3,
    // The server's TypeScript runs as it is, here as well: nothing is transformed, and it is as fast as in earnest.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A net under what hangs, not a limit to what is slow: how fast a machine is, is not what is tested.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // A comparison of a million lines would take longer than all tests.
    diff: { truncateThreshold: 1000 },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: [ALL], exclude: [DATABASE, BROWSER] },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: [DATABASE],
          exclude: [
            ...listFilesToSkipToday(WHOLE_MACHINE, ONE_IN.wholeMachine),
            ...listFilesToSkipToday([FUZZ], ONE_IN.fuzz),
          ],
          globalSetup: 'test/database.ts',
          setupFiles: 'test/setup.ts',
        },
      },
      ...(process.env.MAIL
        ? [
            {
              extends: true as const,
              test: { name: 'mail', include: [MAIL], globalSetup: 'test/database.ts', setupFiles: 'test/setup.ts' },
            },
          ]
        : []),
      ...(process.env.PGBOUNCER
        ? [
            {
              extends: true as const,
              test: {
                name: 'pgbouncer',
                include: PGBOUNCER,
                globalSetup: 'test/failover/pooled-database.ts',
                setupFiles: 'test/setup.ts',
              },
            },
          ]
        : []),
      ...(process.env.FAILOVER
        ? [{ extends: true as const, test: { name: 'failover', include: [FAILOVER], setupFiles: 'test/setup.ts' } }]
        : []),
      ...(process.env.CALENDARS
        ? [
            {
              extends: true as const,
              test: {
                name: 'calendars',
                include: [CALENDARS],
                globalSetup: 'test/database.ts',
                setupFiles: 'test/setup.ts',
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'browser',
          include: [BROWSER],
          exclude: listFilesToSkipToday([`test/browser/!(${DAILY_BROWSER_TESTS}).test.ts`], ONE_IN.browser),
          globalSetup: ['test/browser/chromium.ts', 'test/database.ts'],
          setupFiles: ['test/setup.ts', 'test/browser/setup.ts'],
        },
      },
    ],
  },
});
