import type { CommandEntry } from './command-entry.ts';

/** Every command, in the order in which the help shows them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'simulate',
    summary: 'play the payment gateway, with a console and a control plane',
    load: () => import('./simulate.ts'),
  },
  {
    name: 'trigger',
    summary: 'have the payer or the payment system of a running simulator do something',
    load: () => import('./trigger.ts'),
  },
  {
    name: 'certify',
    summary: 'run the conformance suite against a merchant and say whether it meets the specification',
    load: () => import('./certify.ts'),
  },
  {
    name: 'fuzz',
    summary: 'look for the smallest input that breaks a merchant',
    load: () => import('./fuzz.ts'),
  },
  {
    name: 'under',
    summary: 'run your own end-to-end tests, politely and under mischief',
    load: () => import('./under.ts'),
  },
  {
    name: 'probe',
    summary: 'try the notification endpoint of a shop as it is, by one real checkout',
    load: () => import('./probe.ts'),
  },
  {
    name: 'replay',
    summary: 'run a counterexample again',
    load: () => import('./replay.ts'),
  },
  {
    name: 'report',
    summary: 'render results again, or merge those of several shards',
    load: () => import('./report.ts'),
  },
  {
    name: 'next',
    summary: 'name the one failure of a run to mend first',
    load: () => import('./next.ts'),
  },
  {
    name: 'dispute',
    summary: 'pack what was recorded about a check that failed a conforming shop',
    load: () => import('./dispute.ts'),
  },
  {
    name: 'verify-certificate',
    summary: 'check a certificate offline, and say what it certifies',
    load: () => import('./verify-certificate.ts'),
  },
  {
    name: 'audit',
    summary: 'judge a recorded history, without a merchant to ask',
    load: () => import('./audit.ts'),
  },
  {
    name: 'compare',
    summary: 'send the requests of a recording again, and show how the answers differ',
    load: () => import('./compare.ts'),
  },
  {
    name: 'init',
    summary: 'write a configuration, example code for the test interface, and a CI stage',
    load: () => import('./init.ts'),
  },
  {
    name: 'doctor',
    summary: 'try the set-up, and say what is wrong and how to fix it',
    load: () => import('./doctor.ts'),
  },
  {
    name: 'sign',
    summary: 'compute a signature: the fields, the string to sign, the digest',
    load: () => import('./sign.ts'),
  },
  {
    name: 'verify',
    summary: 'check a signature; for a wrong one, name the likely mistake',
    load: () => import('./verify.ts'),
  },
  {
    name: 'list',
    summary: 'list checks, requirements, interpretations, faults, laws, capabilities',
    load: () => import('./list.ts'),
  },
  {
    name: 'explain',
    summary: 'what an id means, the rule behind it, and how to fix a failure',
    load: () => import('./explain.ts'),
  },
  {
    name: 'docs',
    summary: 'read the documentation of this version in a browser, with a search',
    load: () => import('./docs.ts'),
  },
  {
    name: 'completion',
    summary: 'print a script that completes commands, options and ids in a shell',
    load: () => import('./completion.ts'),
  },
];
