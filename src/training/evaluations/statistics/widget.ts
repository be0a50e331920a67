import type { Widget } from '../../../system/dashboard/points.ts'
import { MONTHS, pad } from '../../../platform/format/days.ts'
import { evaluationsArea } from '../questionnaires/rights.ts'
import { figuresOf, ownTeacher } from './figures.queries.ts'
import { StatisticsQuery, narrowed } from './statistics.forms.ts'

/** The score of each month, where the day begins. */
export const evaluationsWidget: Widget = {
  name: 'evaluations',
  title: 'Evaluaties',
  area: evaluationsArea,
  order: 45,
  more: { label: 'Uitkomsten', url: '/evaluations' },
  of: 'evaluation',
  chart: {
    kind: 'line',
    unit: 'percent',
    max: 100,
    served: true,
    label: 'gemiddeld dit jaar',
    read: async ({ db, viewer, year }) => {
      const dateRange = { from: `${year}-01-01`, to: `${year}-12-31` }
      const { score, trend } = await figuresOf(db, narrowed(StatisticsQuery.parse({ dateRange }), ownTeacher(viewer)))
      const months = new Map(trend.map(({ month, score: mean }) => [month, mean]))
      const data = MONTHS.map((_name, i) => {
        const mean = months.get(`${year}-${pad(i + 1)}`) ?? null
        return mean === null ? null : Math.round(mean)
      })
      const series = [{ label: 'Cijfer', data, urls: data.map(() => null) }]
      return { total: Math.round(score ?? 0), url: null, series }
    },
  },
}
