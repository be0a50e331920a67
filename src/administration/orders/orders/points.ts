/** What an order carries beside its products, such as devices or a contract, and what becomes of that in the end. */
import type { Db, Trx } from '../../../platform/database/types.ts'
import { point } from '../../../platform/points.ts'
import type { AddedLine, Destination } from '../../sales/sales/index.ts'

/** One way in which something goes on when its order is migrated. */
export interface CarriedChoice {
  value: string
  label: string
  /** Onto what it goes; null where it goes onto none of them. */
  goes: Destination | null
  /** What is billed, delivered or offered for it there. */
  lines?: readonly AddedLine[]
}

/** Something that an order carries, and is still to be decided about. */
export interface CarriedItem {
  id: number
  name: string
  note?: string
  choices: readonly [CarriedChoice, ...CarriedChoice[]]
  /** The value of the choice that stands when nothing is said. */
  usual: string
  /** Why its order cannot be migrated as long as it is so, as a sentence. */
  refusal?: string
}

/** What came of an order, by what it is; only what there was a line or something carried for. */
export interface MigrationMade {
  invoice?: number
  order?: number
  quotation?: number
}

export interface OrderCargo {
  /** By what the form and the information about a migration call it: 'devices'. */
  key: string
  label: string
  /** What of an order is still to be decided about; nothing is asked where that is nothing. */
  items(db: Db | Trx, orderId: number): Promise<CarriedItem[]>
  /** Why an order stays of its customer, as a sentence; null where nothing of it is theirs. */
  keepsBuyer?(trx: Trx, orderId: number): Promise<string | null>
  /** Which of these orders carry something that nobody decides about unseen: several at once leave those as they are. */
  undecided?(db: Db | Trx, orderIds: readonly number[]): Promise<Set<number>>
  /** Carries out what was decided, once what came of the order is there. */
  carryOut?(
    trx: Trx,
    orderId: number,
    chosen: readonly { item: CarriedItem; choice: CarriedChoice }[],
    made: MigrationMade,
  ): Promise<void>
}

export const orderCargo = point<OrderCargo>('order cargo')
