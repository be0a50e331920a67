/** What modules tell about the data of a person, and how long it is kept. */
import type { Db, Trx } from '../../platform/database/types.ts'
import { point } from '../../platform/points.ts'
import type { Services } from '../../platform/services.ts'
import type { PersonDataSource } from './person-source.ts'

export { olderRows } from './older-rows.ts'
export type { AnonymisePlan, PersonDataSource, PersonRow } from './person-source.ts'
export { FISCAL, isOwnOf, maskEver, personRows } from './person-rows.ts'

/** In the order of the manifests, which is the order in which they are emptied, after those that find rows by a name. */
export const personData = point<PersonDataSource>('person data')

/** Personal data that loses its purpose after a while (GDPR article 5.1e). */
export interface RetentionKind {
  key: string
  label: string
  /** What is done after how long: 'na verzending: het bericht wordt verwijderd'. */
  basis: string
  /** Months it is kept, unless an administrator chooses otherwise. */
  months: number
  /** Months that the law wants it kept at least; nobody chooses less. */
  least?: number
  count(db: Db | Trx, before: Date): Promise<number>
  /** Removes or empties what is older than `before`; answers how much. */
  remove(trx: Trx, before: Date, services: Pick<Services, 'jobs'>): Promise<number>
}

export const retentionKinds = point<RetentionKind>('retention')
