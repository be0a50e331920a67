import { rights } from '../../platform/access/rights.ts'
import { STAFF } from '../../platform/access/roles.ts'

/** What is new is for who works here; each marks the own state alone. */
export const releaseNotesArea = rights('release-notes', { view: STAFF, change: STAFF })
