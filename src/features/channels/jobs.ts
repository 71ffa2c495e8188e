import type { Jobs } from '../../kernel/jobs.ts';
import { answerThread } from './answer.ts';
import { continueByEmail, type UnseenReply } from './continue-by-email.ts';
import { type ConnectionRef, pollConnection, pollConnections } from './poll.ts';
import type { ThreadRef } from './receive.ts';
import { type SendServices, sendThread } from './send.ts';
import type { AnswerServices } from './turn.ts';

const CHANNEL_WORKERS = 5;

export function channelJobs(services: AnswerServices & SendServices): Jobs {
  return {
    lane: { name: 'channels', workers: CHANNEL_WORKERS },
    tasks: {
      'channels.answer': (thread) => answerThread(services, thread as ThreadRef),
      'channels.send': (thread) => sendThread(services, thread as ThreadRef),
      'channels.continue-by-email': (reply) => continueByEmail(services, reply as UnseenReply),
      'channels.poll': () => pollConnections(services),
      'channels.poll-one': (connection) => pollConnection(services, connection as ConnectionRef),
    },
    schedule: [{ task: 'channels.poll', everyMinutes: 1 }],
  };
}
