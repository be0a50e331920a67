import { create } from 'xmlbuilder2'
import type { Services } from '../../../platform/services.ts'
import type { InvoiceSnapshot } from '../invoices/index.ts'
import { type KeptPaper, keptForMachines } from '../../sales/papers/index.ts'
import { type UblFormat, isCredit, ublOf } from './ubl.rules.ts'

/** An invoice as a file that machines read. Control characters, which no XML may hold, are left out. */
export function ublXml(snapshot: InvoiceSnapshot, format: UblFormat): string {
  const { root, node } = ublOf(snapshot, format)
  return create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }, { [root]: pruned(node) }).end()
}

/** Without what is undefined: no element may be empty. */
function pruned(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(pruned)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => (value === undefined ? [] : [[name, pruned(value)]])),
  )
}

/** The same as it was made the first time that somebody asked for it; nobody gets another one after. */
export const keptUbl = (
  services: Pick<Services, 'db' | 'files'>,
  { id, snapshot }: { id: number; snapshot: InvoiceSnapshot },
  format: UblFormat,
): Promise<KeptPaper> =>
  keptForMachines(services, { id, uid: snapshot.number }, { kind: format, made: () => ublXml(snapshot, format) })

/** How such a file is called. */
export const ublName = (snapshot: InvoiceSnapshot): string =>
  `${isCredit(snapshot) ? 'creditfactuur' : 'factuur'}-${snapshot.number}.xml`
