/** What a kind of data about a person is. */
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'

/** A row of what is kept about a person: Dutch heading → value as the person reads it. */
export type PersonRow = Record<string, string | number | null>

/** What anonymising a person does with one kind of data. */
export interface AnonymisePlan {
  /** What is emptied, as noun phrases: '3 opmerkingen bij inschrijvingen'. */
  emptied: string[]
  /** What must stay, and which duty says so. */
  kept: { what: string; why: string }[]
  /** Sentences that say why it cannot be done now. */
  blocked: string[]
}

/** One kind of data about a person, for the rights of that person (GDPR articles 15 and 17). */
export interface PersonDataSource {
  key: string
  /** Dutch heading in the file the person gets. */
  label: string
  /** It finds rows by the name or address of the person, so it is emptied while those are there. */
  byName?: true
  /** Everything that is kept about the person with this contact id. */
  collect(services: Services, contactId: number): Promise<PersonRow[]>
  plan?(db: Db | Trx, contactId: number): Promise<AnonymisePlan>
  /** Empties what the plan says. Runs with all others in one transaction; what is done twice does no harm. */
  anonymise?(trx: Trx, contactId: number, services: Pick<Services, 'jobs'>): Promise<void>
  /**
   * Masks what the history says about the person: after all was emptied, under every number that the person had, and of
   * one whose contact was deleted a day later. What is done twice does no harm.
   */
  mask?(trx: Trx, contactId: number): Promise<void>
}
