import { isIPv6 } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import type { DeliveryReply } from '../core/types.ts';
import { MOST_HEADER_BYTES } from '../protocol/limits.ts';
import { type AddressRules, judgeAddress } from './addresses.ts';
import { sendOddly } from './delivery-odd.ts';
import { collectReply, type SendOptions } from './delivery-reply.ts';
import { barrierConnect } from './delivery-together.ts';
import { passingOver100 } from './interim.ts';
import { lookupLocalhost } from './localhost.ts';
import type { Message } from './message.ts';
import { receiverTls } from './receiver-tls.ts';

/** Sends notifications. It never throws and never waits longer than its timeout. */
export interface Courier {
  send(message: Message): Promise<DeliveryReply>;
  /** Opens every connection first, then writes all messages in one turn of the event loop. */
  sendTogether(messages: readonly Message[]): Promise<DeliveryReply[]>;
  close(): Promise<void>;
}

export interface CourierOptions {
  addresses: AddressRules;
  /** Time for the whole exchange, from connecting to the last byte of the reply. */
  timeoutMs: number;
  /** Certificates (PEM) that https receivers are checked against, beside the public authorities'. */
  ca?: string | undefined;
}

/** A reply body longer than this is given up. */
const replyLimitBytes = 64 * 1024;
/** Idle connections are dropped early, so that no attempt fails on one that the receiver closed meanwhile. */
const keepAliveMs = 300;

export function createCourier(options: CourierOptions): Courier {
  const agents = new Map<string, Agent>();
  const running = new Set<() => void>();
  const tls = receiverTls(options.ca);
  const sendOptions: SendOptions = { timeoutMs: options.timeoutMs, replyLimitBytes, running };

  function connectOptions(from: string): buildConnector.BuildOptions {
    const family = isDefaultSender(from) ? {} : { family: isIPv6(from) ? 6 : 4 };
    return { timeout: options.timeoutMs, allowH2: false, lookup: lookupLocalhost, ...tls, ...family };
  }

  function agentOptionsFor(from: string, connect: NonNullable<Agent.Options['connect']>): Agent.Options {
    return { ...agentOptions, connect, ...(isDefaultSender(from) ? {} : { localAddress: from }) };
  }

  async function agentFor(from: string): Promise<Agent> {
    const known = agents.get(from);
    if (known !== undefined) return known;
    const { Agent, buildConnector } = await undici();
    const connect = passingOver100(buildConnector(connectOptions(from)));
    const agent = agents.get(from) ?? new Agent(agentOptionsFor(from, connect));
    agents.set(from, agent);
    return agent;
  }

  function sendThrough(dispatcher: Dispatcher, message: Message): Promise<DeliveryReply> {
    const verdict = judgeAddress(message.url, options.addresses);
    if (!verdict.ok) return Promise.resolve(refused(verdict.reason));
    if (message.transport !== undefined) return sendOddly(verdict.url, message, { ...sendOptions, tls });
    return collectReply(dispatcher, verdict.url, message, sendOptions);
  }

  return {
    send: async (message) => sendThrough(await agentFor(message.from), message),
    async sendTogether(messages) {
      const permitted = messages.filter((message) => judgeAddress(message.url, options.addresses).ok);
      const { Agent, buildConnector } = await undici();
      const barrier = barrierConnect(buildConnector, permitted.length, options.timeoutMs);
      const replies = await Promise.all(
        messages.map(async (message) => {
          const connect = passingOver100(barrier(connectOptions(message.from)));
          const own = new Agent(agentOptionsFor(message.from, connect));
          const reply = await sendThrough(own, message);
          await own.destroy();
          return reply;
        }),
      );
      return replies;
    },
    async close() {
      for (const abort of running) abort();
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** Loaded when the first message is sent: a simulator starts faster without it. */
const undici = () => import('undici');

const agentOptions = {
  maxHeaderSize: MOST_HEADER_BYTES,
  keepAliveTimeout: keepAliveMs,
  keepAliveMaxTimeout: keepAliveMs,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

/** The default sender needs no binding, and binding it would make hosts beyond loopback unreachable. */
function isDefaultSender(from: string): boolean {
  return from === '' || from === '127.0.0.1';
}

function refused(reason: string): DeliveryReply {
  return {
    outcome: 'refused',
    status: null,
    headers: {},
    body: reason,
    bytes: 0,
    latencyMs: 0,
    written: false,
  };
}
