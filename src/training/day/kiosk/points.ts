import type { Db } from '../../../platform/database/types.ts'
import { point } from '../../../platform/points.ts'
import type { Services } from '../../../platform/services.ts'

/** Where who was looked up goes on, such as to what is asked about a part; null where there is nothing for them. */
export interface LookupTarget {
  order: number
  find(services: Services, at: { appointmentId: number; contactId: number }): Promise<string | null>
  /** Whether anything is there for the students of a part: then its link is offered. */
  isFor(db: Db, appointmentId: number): Promise<boolean>
}

export const lookupTargets = point<LookupTarget>('lookup targets')
