/** Badges: what the code of a layout may ask of them, and the code to begin with, which says what is drawn without one. */
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { rowsOf } from '../../../system/layouts/index.ts'
import { type SheetKind, variable } from '../../../system/layouts/points.ts'
import { BADGES, type Badge, badgeOf } from './cards.rules.ts'
import { getPresence } from './presence.queries.ts'

export const BADGE_KIND = 'badge'

const TEMPLATE = `<body style="size: a4; margin: 38.5mm 15mm; line-height: 1.35">
<table style="margin: 0">
{% for rij in rijen %}
<tr>
  {% for kaart in rij.kaarten %}
  <td style="width: 90mm; height: 55mm; padding: 0 14pt; border: 0.5pt solid #c8cdd6; vertical-align: middle; text-align: center">
    <div style="font-size: 20pt; min-font-size: 16pt; font-weight: bold">{{ kaart.naam }}</div>
    {% if kaart.bedrijf != "" %}<div style="font-size: 12pt; min-font-size: 9.6pt; font-weight: medium">{{ kaart.bedrijf }}</div>{% endif %}
    <div style="font-size: 11pt; min-font-size: 8.8pt">{{ kaart.opleiding }}</div>
    <div>{{ kaart.dag }}</div>
  </td>
  {% endfor %}
</tr>
{% endfor %}
</table>
</body>
`

/** The values of the variables. */
export const badgesData = (badges: readonly Badge[]): object =>
  rowsOf(
    badges.map(({ name, company, course, day }) => ({ naam: name, bedrijf: company, opleiding: course, dag: day })),
    BADGES.columns,
  )

async function badgesOf({ db, viewer }: { db: Db; viewer: Viewer }, ids: number[]): Promise<object> {
  const badges: Badge[] = []
  for (const id of ids) {
    const presence = await getPresence(db, viewer, id)
    badges.push(...presence.rows.map((row) => badgeOf(row, presence)))
  }
  return badgesData(badges)
}

/** Of all students of a part. */
export const badgeLayout: SheetKind = {
  kind: BADGE_KIND,
  label: 'Badge',
  record: 'appointment',
  variables: [
    {
      name: 'rijen',
      label: 'Rijen van twee',
      each: [
        {
          name: 'kaarten',
          label: 'Badges',
          each: [
            variable('naam', 'Naam'),
            variable('bedrijf', 'Bedrijf'),
            variable('opleiding', 'Opleiding'),
            variable('dag', 'Dag'),
          ],
        },
      ],
    },
  ],
  pictures: {},
  required: [{ label: 'de naam van de cursist', names: ['rijen.kaarten.naam'] }],
  template: TEMPLATE,
  sheet: { many: 'Badges', data: badgesOf },
  data: async (ctx, id) => ({ data: await badgesOf(ctx, [id]), pictures: {} }),
}
