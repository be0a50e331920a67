import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import {
  CompanyForm,
  type CompanyInput,
  addCompany,
  changeCompany,
  companyFields,
  listLikeCompanies,
} from '../companies/index.ts'
import {
  ADDRESS_HEADINGS,
  type Alike,
  type ListedRow,
  type ReadRow,
  type Target,
  formOf,
  nameKey,
  readByForm,
} from '../../system/importing/index.ts'
import { ADDRESS, clientId } from './columns.ts'

const HEADINGS = [
  ['client_id', /debiteur|klantn(r|um)/i],
  ['coc_no', /kvk|k\.v\.k|handelsregister/i],
  ['vat_id', /btw|vat/i],
  ['peppol_id', /peppol/i],
  ['invoice_email', /factu.*mail|mail.*factu/i],
  ['email', /e-?mail/i],
  ['phone', /telefoon|^tel\b/i],
  ['website', /website|^www|^url/i],
  ['note', /opmerking|notitie|toelichting/i],
  ...ADDRESS_HEADINGS,
  ['name', /bedrijf|organisatie|^naam$|^klant$|relatie/i],
] as const

const read = async (_db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<CompanyInput>[]> =>
  rows.map((row) => readByForm(row, formOf(row.cells), CompanyForm, companyFields, aboutOf, row.cells.name ?? ''))

const aboutOf = ({ name, coc_no, email }: CompanyInput) => ({
  name,
  keys: [`n ${nameKey(name)}`, ...(coc_no === null ? [] : [`c ${coc_no}`]), ...(email === null ? [] : [`e ${email.toLowerCase()}`])], // prettier-ignore
})

const WHY = [
  ['client_id', 'Dit debiteurnummer is al van bedrijf'],
  ['coc_no', 'Dit KVK-nummer staat al bij bedrijf'],
  ['name', 'Zelfde naam als bedrijf'],
  ['email', 'Dit e-mailadres staat al bij bedrijf'],
] as const

async function alike(db: Db | Trx, rows: readonly ReadRow<CompanyInput>[]): Promise<Map<number, Alike[]>> {
  const inputs = new Map(rows.flatMap(({ line, input }) => (input === null ? [] : [[line, input] as const])))
  const found = await listLikeCompanies(db, [...inputs].map(([line, input]) => ({ ...input, line }))) // prettier-ignore
  const ids = [...new Set(found.map(({ id }) => id))]
  const companies = await db.selectFrom('companies').selectAll().where('id', '=', sql<number>`any(${ids}::integer[])`).execute() // prettier-ignore
  const stored = new Map(companies.map((company) => [company.id, company]))
  const likes = found.map(({ line, id, by }): [number, Alike] => {
    const company = stored.get(id)!
    const { coc_no } = inputs.get(line)!
    const isElse = coc_no !== null && company.coc_no !== null && coc_no !== company.coc_no
    const sure = by.includes('coc_no') || (by.includes('name') && !isElse)
    const why = WHY.find(([one]) => by.includes(one))![1]
    return [line, { id, why, sure, version: company.version, stored: company, hidden: new Set(), guarded: {} }]
  })
  return new Map(Map.groupBy(likes, ([line]) => line).entries().map(([line, some]) => [line, some.map(([, one]) => one)])) // prettier-ignore
}

export const companyTarget: Target<CompanyInput> = {
  name: 'companies',
  record: 'company',
  label: { one: 'bedrijf', many: 'bedrijven' },
  fields: companyFields,
  headings: HEADINGS,
  labels: { address: ADDRESS },
  needed: 'name',
  once: clientId,
  apart: true,
  read,
  alike,
  add: ({ trx }, input) => addCompany(trx, input),
  change: ({ trx }, id, changes, version) => changeCompany(trx, id, changes, version),
}
