/** Recordings of others: how each format is read, masked, and made into events. */
export { LOG_FIELDS, type LogField, type LogNames, logCall } from './access-log.ts';
export { type RecordedCall, RecordingError } from './call.ts';
export { detectFormat, FORMATS, type Format } from './detect.ts';
export { hasMasked, holdsMask } from './exchanges.ts';
export { GAPS, type Gap, type GapId, strangersSay } from './gaps.ts';
export { type Har, readHar } from './har.ts';
export { isOfRecording, unwrapperOf } from './log-wrappers.ts';
export type { ForeignOptions } from './making.ts';
export { maskForeignFields } from './mask.ts';
export { flowCall } from './mitmproxy.ts';
export { ForeignReader, type ForeignRecording } from './read.ts';
export { readDump } from './tnetstring.ts';
export type { World } from './worlds.ts';
