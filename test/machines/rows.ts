/** A machine that somebody may have. */
export type Row = {
  name: string;
  /** What came together, as ranges of the registry. */
  node: string;
  npm: string;
  /** Where the project lies. */
  folder: string;
  /** Who runs it. */
  uid: number;
  home: string;
  /** Whose the project's files are, if not that user's. */
  owner?: number;
  /** Lines of /etc/passwd: besides Debian's own, or besides root's alone. */
  users: string[];
  besides: 'Debian' | 'root';
  /** Whether the kernel makes user namespaces, which an ordinary user does not need. */
  namespaces: 'made' | 'refused' | 'any';
  /** Size of /dev/shm. */
  shm: string;
  /** Debian packages that `npm test` needs and this user cannot install. */
  packages: string[];
  /** `npm test` takes minutes, so not every row runs it. */
  test: boolean;
};

const ROOT: Omit<Row, 'name' | 'node' | 'npm'> = {
  folder: '/srv/frontdesk',
  uid: 0,
  home: '/root',
  users: [],
  besides: 'Debian',
  namespaces: 'made',
  shm: '50%',
  packages: [],
  test: false,
};

export const ROWS: Record<string, Row> = {
  1: { ...ROOT, name: 'root, nobody has the id 1000', node: '20', npm: '10.8.2', test: true },
  2: {
    ...ROOT,
    name: 'root as in Docker, project in /root',
    node: '22',
    npm: '10.9',
    folder: '/root/frontdesk',
    namespaces: 'refused',
    shm: '64m',
    test: true,
  },
  3: {
    ...ROOT,
    name: 'an ordinary user',
    node: '24',
    npm: '11',
    folder: '/home/ann/frontdesk',
    uid: 1234,
    home: '/home/ann',
    users: ['ann:x:1234:1234::/home/ann:/bin/bash'],
    namespaces: 'any',
    packages: ['chromium'],
    test: true,
  },
  4: {
    ...ROOT,
    name: 'root, with users ann (1000) and postgres',
    node: '24',
    npm: '11',
    users: ['ann:x:1000:1000::/home/ann:/bin/bash', 'postgres:x:105:105::/var/lib/postgresql:/bin/bash'],
  },
  5: {
    ...ROOT,
    name: 'root, with the user nobody alone',
    node: '24',
    npm: '11',
    folder: '/app',
    users: ['nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin'],
    besides: 'root',
  },
  6: {
    ...ROOT,
    name: 'root as in Docker, project mounted, of user 1000',
    node: '24',
    npm: '11',
    folder: '/app',
    owner: 1000,
    users: ['node:x:1000:1000::/home/node:/bin/bash'],
    namespaces: 'refused',
    shm: '64m',
  },
};
