/** The gateway's core: the public surface for everything else. */
export { defaultShop, makePayway } from './default-shop.ts';
export type {
  AnswerEdit,
  Bite,
  CallPlan,
  DeliveryPlan,
  FaultCall,
  FaultDelivery,
  FaultPoints,
} from './fault-points.ts';
export { createGateway } from './gateway.ts';
export { createRandom } from './random.ts';
export type { BalanceSums, Fee, FieldDescriptor, Payway, ShopConfig, Texts } from './shop-config.ts';
export * from './types.ts';
export type * from './views.ts';
