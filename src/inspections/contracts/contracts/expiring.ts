import { sql } from 'kysely'
import type { ExpiringSource } from '../../../administration/orders/expiring/points.ts'
import { contractsVisibleTo } from './contracts.queries.ts'
import { contractsArea } from './rights.ts'

/** Contracts that run and were not terminated; one by use is offered without an amount. */
export const expiringContracts: ExpiringSource = {
  key: 'contract',
  number: 3,
  label: 'Contract',
  heading: 'Contracten',
  area: contractsArea,
  open: '/inspections/contracts/view/{id}',
  rows: (viewer) => sql`select inspection_contracts.id as record_id, inspection_contracts.company_id,
    case when inspection_contracts.company_id is null then inspection_contracts.contact_id end as contact_id,
    '' as who, inspection_contracts.name as what, inspection_contracts.expires_at as expires_on, 'open' as state,
    null::date as state_on, case when inspection_contracts.price_kind = 'fixed' then inspection_contracts.fixed_product_id end as product_id,
    case when inspection_contracts.price_kind = 'fixed' then inspection_contracts.fixed_price end as price
    from inspection_contracts
    where inspection_contracts.terminated_on is null and inspection_contracts.expires_at >= current_date
      and ${contractsVisibleTo(viewer)}`,
}
