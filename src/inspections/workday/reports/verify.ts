import { formatDate } from '../../../platform/format/format.ts'
import type { Proof } from '../../../platform/proofs.ts'
import { firmDetails } from '../../../administration/catalogue/firm/index.ts'
import { totalsOf } from './report.rules.ts'
import { findByToken } from './reports.queries.ts'

/** The public check of a report: that we made it and whether it holds, and nothing of whose it is (rulings 11.30). */
export const reportProof: Proof = async (db, token) => {
  const found = await findByToken(db, token)
  if (!found) return undefined
  const { trade_name } = await firmDetails(db)
  const { number, day, results, by, by_day } = found
  return {
    title: 'Keuringsrapport controleren',
    view: 'inspections/reports/verify',
    data: {
      status: by === null ? { label: 'Geldig', css: 'st-confirmed' } : { label: 'Vervangen', css: 'st-option' },
      says:
        by === null
          ? `Dit keuringsrapport is gemaakt door ${trade_name}.`
          : `Dit keuringsrapport is gemaakt door ${trade_name}, en vervangen door ${by} van ${formatDate(by_day)}.`,
      facts: [
        { label: 'Nummer', value: number },
        { label: 'Gekeurd op', value: formatDate(day) },
        { label: 'Gekeurd door', value: trade_name },
        ...totalsOf(results).map(({ count, label }) => ({
          label: label.charAt(0).toUpperCase() + label.slice(1),
          value: String(count),
        })),
        { label: 'Apparaten', value: String(results.length) },
      ],
    },
  }
}
