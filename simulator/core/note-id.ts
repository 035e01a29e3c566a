import { maskSecrets } from '../protocol/masking.ts';
import type { Account } from './entities.ts';
import type { World } from './world.ts';

/** Notes an id that a request named although nothing was created under it. */
export function noteId(world: World, kind: 'used' | 'tried', account: Account, id: string): void {
  (kind === 'used' ? account.usedIds : account.triedIds).add(id);
  const { base, idText: shopId } = account;
  const shown = maskSecrets(id, [account.secret]);
  world.memory.put(kind, `${base} ${shopId} ${shown}`, { base, shopId, id: shown });
}
