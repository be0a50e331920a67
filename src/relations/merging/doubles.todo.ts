import type { Expression } from 'kysely'
import type { OpenPoint } from '../../platform/screens/popup/open-points.ts'
import { likelyDoubleCompany } from '../companies/index.ts'
import { companiesArea } from '../companies/rights.ts'
import { likelyDoubleContact } from '../contacts/index.ts'
import { contactsManageArea } from '../contacts/rights.ts'
import type { MergeType } from './merging.rules.ts'

interface Double {
  id: number
  name: string
}

/** A record that is probably there twice: the line leads to making them one. */
const doublePoint = (
  record: MergeType,
  area: OpenPoint['area'],
  path: string,
  find: (id: number) => Expression<Double | null>,
): OpenPoint => ({
  record,
  order: 80,
  area,
  ask: (_viewer, id) => find(id),
  line: (answer, { id }) => {
    const other = answer as Double
    return {
      label: 'Staat er misschien dubbel in',
      sub: other.name,
      icon: 'arrows-join',
      state: 'open',
      action: { label: 'Samenvoegen', kind: 'popup', url: `${path}?ids=${id},${other.id}`, area, right: 'change' },
    }
  },
})

export const contactDouble = doublePoint('contact', contactsManageArea, '/contacts/merge', likelyDoubleContact)
export const companyDouble = doublePoint('company', companiesArea, '/companies/merge', likelyDoubleCompany)
