/** The configuration of a test machine. */
export type MachineConfig = {
  name: string;
  /** Versions of Node and npm that were released together, as npm version ranges. */
  node: string;
  npm: string;
  /** The project folder. */
  folder: string;
  /** The user who runs the commands. */
  uid: number;
  home: string;
  /** The owner of the project's files, if different from that user. */
  owner?: number;
  /** Lines of /etc/passwd, in addition to all of Debian's users or to root only. */
  users: string[];
  baseUsers: 'Debian' | 'root';
  /** Whether creating user namespaces is allowed. Ordinary users do not need them. */
  namespaces: 'made' | 'refused' | 'any';
  /** Size of /dev/shm. */
  shm: string;
  /** Debian packages that `npm test` needs and that this user cannot install. */
  packages: string[];
  /** `npm test` takes minutes, so not every row runs it. */
  runsTests: boolean;
};

const ROOT_DEFAULTS: Omit<MachineConfig, 'name' | 'node' | 'npm'> = {
  folder: '/srv/frontdesk',
  uid: 0,
  home: '/root',
  users: [],
  baseUsers: 'Debian',
  namespaces: 'made',
  shm: '50%',
  packages: [],
  runsTests: false,
};

export const MACHINES: Record<string, MachineConfig> = {
  1: { ...ROOT_DEFAULTS, name: 'root, nobody has the id 1000', node: '20', npm: '10.8.2', runsTests: true },
  2: {
    ...ROOT_DEFAULTS,
    name: 'root as in Docker, project in /root',
    node: '22',
    npm: '10.9',
    folder: '/root/frontdesk',
    namespaces: 'refused',
    shm: '64m',
    runsTests: true,
  },
  3: {
    ...ROOT_DEFAULTS,
    name: 'an ordinary user',
    node: '24',
    npm: '11',
    folder: '/home/ann/frontdesk',
    uid: 1234,
    home: '/home/ann',
    users: ['ann:x:1234:1234::/home/ann:/bin/bash'],
    namespaces: 'any',
    packages: ['chromium'],
    runsTests: true,
  },
  4: {
    ...ROOT_DEFAULTS,
    name: 'root, with users ann (1000) and postgres',
    node: '24',
    npm: '11',
    users: ['ann:x:1000:1000::/home/ann:/bin/bash', 'postgres:x:105:105::/var/lib/postgresql:/bin/bash'],
  },
  5: {
    ...ROOT_DEFAULTS,
    name: 'root, with the user nobody alone',
    node: '24',
    npm: '11',
    folder: '/app',
    users: ['nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin'],
    baseUsers: 'root',
  },
  6: {
    ...ROOT_DEFAULTS,
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
