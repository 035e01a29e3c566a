// Lets a checkout run its sources themselves, for stack traces that name their lines.
import { register } from 'tsx/esm/api';

export const runSources = () => register();
