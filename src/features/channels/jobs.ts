import type { Jobs } from '../../kernel/jobs.ts';
import { type AnswerServices, answerThread } from './answer.ts';
import type { ThreadRef } from './receive.ts';
import { type SendServices, sendThread } from './send.ts';

const CONCURRENCY = 5;

export function channelJobs(services: AnswerServices & SendServices): Jobs {
  return {
    dedicatedConcurrency: CONCURRENCY,
    tasks: {
      'channels.answer': (thread) => answerThread(services, thread as ThreadRef),
      'channels.send': (thread) => sendThread(services, thread as ThreadRef),
    },
  };
}
