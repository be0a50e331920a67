/** Address labels: what the code of a layout may ask of them, and the code to begin with. */
import type { Db } from '../../platform/database/types.ts'
import { rowsOf } from '../../system/layouts/index.ts'
import type { LayoutKind, SheetKind } from '../../system/layouts/points.ts'
import { listAddresses, listCompanyAddresses } from './addresses.queries.ts'
import { type Addressed, envelopeLines } from './addresses.rules.ts'

const BESIDE = 3

/** As many on a sheet of A4 as the usual ones of 70 × 37 mm have. */
const TEMPLATE = `<body style="size: a4; margin: 0.4mm 0 0 0; font-size: 10pt; line-height: 1.3">
<table style="margin: 0">
{% for rij in rijen %}
<tr>{% for kaart in rij.kaarten %}<td style="width: 70mm; height: 37mm; padding: 0 5mm; vertical-align: middle">{% for regel in kaart.regels %}<div style="min-font-size: 7pt">{{ regel.tekst }}</div>{% endfor %}</td>{% endfor %}</tr>
{% endfor %}
</table>
</body>
`

/** The values of the variables. */
export const addressLabelData = (addresses: readonly Addressed[]): object =>
  rowsOf(
    addresses.map((to) => ({ regels: envelopeLines(to).map((tekst) => ({ tekst })) })),
    BESIDE,
  )

function kindOf(
  kind: string,
  label: string,
  { record, list }: { record: string; list: (db: Db, ids: number[]) => Promise<(Addressed & { id: number })[]> },
): SheetKind {
  const labels = async ({ db }: { db: Db }, ids: number[]) => addressLabelData(await list(db, ids))
  const left = async (db: Db, ids: number[]) => {
    const addressed = new Set((await list(db, ids)).map(({ id }) => id))
    return ids.filter((id) => !addressed.has(id))
  }
  return {
    kind,
    label,
    record,
    variables: [
      {
        name: 'rijen',
        label: 'Rijen van drie',
        each: [
          {
            name: 'kaarten',
            label: 'Etiketten',
            each: [{ name: 'regels', label: 'Regels', each: [{ name: 'tekst', label: 'Regel van het adres' }] }],
          },
        ],
      },
    ],
    pictures: {},
    required: [{ label: 'het adres', names: ['rijen.kaarten.regels.tekst'] }],
    template: TEMPLATE,
    sheet: { many: 'Adresetiketten', data: labels, left: { label: 'Zonder adres', of: left } },
    data: async (ctx, id) => ({ data: await labels(ctx, [id]), pictures: {} }),
  }
}

export const addressLabels: LayoutKind[] = [
  kindOf('label', 'Adresetiket', { record: 'contact', list: listAddresses }),
  kindOf('company_label', 'Adresetiket van een bedrijf', { record: 'company', list: listCompanyAddresses }),
]
