import { type Widget, monthPeriod, seriesOf, yearPeriod } from '../../../system/dashboard/points.ts'
import { planningsArea } from '../../rights.ts'
import { todayArea } from './rights.ts'
import { sumGiven } from './today.queries.ts'

const workOf = (period: string) => `/today/work?when=coming&starts=${period}`

/** What is given today and tomorrow. */
export const partsWidget: Widget = {
  name: 'today',
  title: 'Vandaag en morgen',
  area: planningsArea,
  order: 0,
  region: '/today/parts',
  of: 'appointment enrolment',
}

/** What the viewer still gives, month by month. */
export const forecastWidget: Widget = {
  name: 'forecast',
  title: 'Eigen werk',
  area: todayArea,
  order: 50,
  more: { label: 'Eigen werk', url: '/today/work' },
  of: 'appointment',
  chart: {
    kind: 'bars',
    unit: 'count',
    served: true,
    label: 'onderdelen die u nog geeft in dit jaar',
    read: async ({ db, viewer, year }) => {
      const rows = await sumGiven(db, viewer, year)
      return {
        total: rows.reduce((sum, { value }) => sum + value, 0),
        url: workOf(yearPeriod(year)),
        series: [seriesOf('Onderdelen', rows, (month) => workOf(monthPeriod(year, month)))],
      }
    },
  },
}
