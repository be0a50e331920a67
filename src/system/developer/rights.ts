import { rights } from '../../platform/access/rights.ts'

/** No role opens it but the developer flag of a user. */
export const devArea = rights('dev', { view: [], change: [], developers: true })
