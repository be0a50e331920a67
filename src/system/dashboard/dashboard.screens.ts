import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { viewerFor } from '../../platform/access/viewer.ts'
import { PLANNERS } from '../../platform/access/roles.ts'
import { today } from '../../platform/format/zone.ts'
import { fragment, json } from '../../platform/screens/call/calls.ts'
import type { Ctx } from '../../platform/screens/screen.ts'
import { dataOf, shownFigure, shownTable, tableOf, totalOf } from './dashboard.rules.ts'
import { type Asked, type Widget, widgetsFor } from './points.ts'
import { dashboardArea } from './rights.ts'

const access = {
  area: dashboardArea,
  // What it tells belongs to the areas, each with a scope of its own.
  record: null,
  right: 'view',
} as const

/** Filters of widgets: what asks nothing is this year. */
const filters = {
  year: z.coerce.number().int().min(2000).max(2200).optional().catch(undefined),
}

type Question = Pick<Ctx<object, { year?: number | undefined }>, 'db' | 'viewer' | 'services' | 'query'>

const askedOf = ({ db, services, viewer, query }: Question, { area }: Widget): Asked => ({
  db,
  services,
  viewer: viewerFor(viewer, area),
  year: query.year ?? Number(today().slice(0, 4)),
})

/** @throws NotFound for one that there is not, or not for this viewer */
function widgetOf({ services, viewer }: Question, name: string): Widget {
  const found = widgetsFor(services.registry, viewer).find((one) => one.name === name)
  if (!found) throw new NotFound()
  return found
}

const THERE = 'teacher_menu'

/** What a widget shows, by itself: one that fails says so where it stands. */
export const widgetView = fragment({
  ...access,
  path: '/widgets/:name(word)/getView',
  pageAddress: '/calendar',
  query: z.object({ ...filters, table: z.string().max(30).optional().catch(undefined) }),
  view: 'system/dashboard/widget',
  load: async (ctx) => {
    // It stands in the contract, and does nothing.
    if (ctx.params.name === THERE) return { widget: null }
    const widget = widgetOf(ctx, ctx.params.name)
    const asked = askedOf(ctx, widget)
    const { name, chart, tables, region } = widget
    const { table } = ctx.query
    if (table !== undefined) {
      const read = tables !== undefined && Object.hasOwn(tables, table) ? tables[table] : undefined
      if (!read) throw new NotFound()
      return {
        widget: { name, region: null, chart: null, figures: [], tables: [], table: shownTable(await read(asked)) },
      }
    }
    const [drawn, shown] = await Promise.all([chart?.read(asked), widget.content?.(asked)])
    return {
      widget: {
        name,
        region: region ?? null,
        chart: chart &&
          drawn && {
            ...{ kind: chart.kind, unit: chart.unit, max: chart.max ?? null, table: tableOf(chart, drawn.series) },
            total: totalOf(chart, drawn),
            url: chart.served ? `/widgets/${name}/getData` : null,
            data: chart.served ? null : dataOf(chart, drawn),
            filters: { year: String(ctx.query.year ?? -1) },
          },
        figures: (shown?.figures ?? []).map(({ figure, ...one }) => ({ ...one, figure: shownFigure(figure) })),
        table: shown?.table ? shownTable(shown.table) : null,
        tables: Object.keys(tables ?? {}),
      },
    }
  },
  example: (_story, role) => ({ params: { name: PLANNERS.includes(role) ? 'courses' : THERE } }),
})

/** What a chart is drawn from. */
const data = <Path extends string>(path: Path, name: string) =>
  json({
    ...access,
    path,
    query: z.object(filters),
    answer: async (ctx) => {
      const widget = widgetsFor(ctx.services.registry, ctx.viewer).find((one) => one.name === name)
      if (!widget?.chart) return { total: 0, datasets: [] }
      return dataOf(widget.chart, await widget.chart.read(askedOf(ctx, widget)))
    },
  })

export const adminForecast = data('/widgets/admin_forecast/getData', 'admin_forecast')
export const appointmentsForecast = data('/widgets/appointments_forecast/getData', 'appointments_forecast')
export const evaluations = data('/widgets/evaluations/getData', 'evaluations')
export const forecast = data('/widgets/forecast/getData', 'forecast')
