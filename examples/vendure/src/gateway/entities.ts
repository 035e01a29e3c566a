import { DeepPartial, VendureEntity } from '@vendure/core';
import { Column, Entity, Index } from 'typeorm';

/** An invoice of the gateway for an order. */
@Entity()
export class GatewayInvoice extends VendureEntity {
  constructor(input?: DeepPartial<GatewayInvoice>) {
    super(input);
  }

  @Index()
  @Column()
  orderId: string;

  @Column({ unique: true })
  shopOrderId: string;

  /** In minor units. */
  @Column()
  amount: number;

  @Column()
  payway: string;

  /** open, paid, failed or review. */
  @Index()
  @Column({ default: 'open' })
  state: string;

  @Column({ type: 'varchar', nullable: true })
  paymentId: string | null;

  @Column({ type: 'simple-json', nullable: true })
  redirect: { method: string | null; url: string; data: any } | null;

  @Column({ default: false })
  refused: boolean;

  @Column({ type: 'int', nullable: true })
  errorCode: number | null;

  @Column({ type: 'varchar', nullable: true })
  errorMessage: string | null;
}

/** A refund that was asked for at the gateway. Vendure's own refund has its id there as transactionId. */
@Entity()
export class GatewayRefund extends VendureEntity {
  constructor(input?: DeepPartial<GatewayRefund>) {
    super(input);
  }

  @Index()
  @Column()
  orderId: string;

  /** Of the invoice, at the gateway. */
  @Column()
  paymentId: string;

  @Column({ unique: true })
  shopRefundId: string;

  /** In minor units. */
  @Column()
  amount: number;

  /** waiting, done or failed. */
  @Index()
  @Column({ default: 'waiting' })
  state: 'waiting' | 'done' | 'failed';

  @Column({ default: false })
  refused: boolean;

  @Column({ type: 'int', nullable: true })
  errorCode: number | null;

  @Column({ type: 'varchar', nullable: true })
  errorMessage: string | null;
}

/** Points that a customer has got for an order, or given back: what this shop sells. */
@Entity()
export class PointsEntry extends VendureEntity {
  constructor(input?: DeepPartial<PointsEntry>) {
    super(input);
  }

  @Index()
  @Column()
  orderId: string;

  @Column()
  points: number;
}
