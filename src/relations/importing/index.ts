import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { importTargets } from '../../system/importing/points.ts'
import { companyTarget } from './companies.plan.ts'
import { contactTarget } from './contacts.plan.ts'
import { seedImports } from './story.ts'

export { findNamed } from './named.queries.ts'
export { PERSON_HEADINGS, type Who, findPeople } from './people.queries.ts'

/** Contacts and companies can be imported. */
export const importing: ModulePart = {
  afterStory: seedImports,
  gifts: [give(importTargets, [contactTarget, companyTarget])],
}
