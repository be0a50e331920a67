import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** Concepts of invoices for who is in a planning are made by who plans. */
export const invoicingArea = rights('planning-invoices', { view: PLANNERS, change: PLANNERS })
