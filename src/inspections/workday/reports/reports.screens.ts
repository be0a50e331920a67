import { ROLE } from '../../../platform/access/roles.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { type Download, file, fragment } from '../../../platform/screens/call/calls.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import type { Services } from '../../../platform/services.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { devicesArea } from '../../devices/devices/rights.ts'
import { RESULTS } from '../../orders/order-devices/index.ts'
import { workdayArea } from '../../rights.ts'
import { drawnReport } from './report.files.ts'
import { type ListedReport, refuseStrange, reportsOfDevice, reportsOfOrder } from './reports.queries.ts'

async function download(services: Services, visitId: number): Promise<Download> {
  const { key, name, mimeType } = await drawnReport(services, visitId)
  return { name, mimeType, content: await services.files.open(key), inline: true }
}

const shown = (report: ListedReport, url: string) => ({
  ...report,
  url,
  day: formatDate(report.day),
  result: report.result === null ? null : RESULTS[report.result],
  replaced: report.replaced_by === null ? null : `Vervangen door ${report.replaced_by} van ${formatDate(report.replaced_on)}`, // prettier-ignore
})

/** The report of a visit as PDF; it is drawn once and stays as it is. */
export const reportFile = file({
  area: workdayArea,
  record: 'visit',
  recordParam: 'visit_id',
  right: 'view',
  path: '/workday/report/:visit_id',
  open: ({ params, services }) => download(services, params.visit_id),
  example: (story) => ({
    params: { visit_id: story.workday.done },
    foreign: { visit_id: story.visits.unplanned },
  }),
})

/** The reports of the visits of an order: a tab of its popup. */
export const orderReports = fragment({
  area: ordersArea,
  record: 'order',
  right: 'view',
  path: '/administration/order/reports/:id',
  pageAddress: '/administration/order/view/:id?item=reports',
  view: 'inspections/reports/tab',
  load: async ({ db, viewer, params }) => ({
    ofDevice: false,
    reports: (await reportsOfOrder(db, viewer, params.id)).map((one) => shown(one, `/workday/report/${one.visit_id}`)),
  }),
  example: (story, role) => ({
    params: { id: role === ROLE.teacher ? story.orders.ofTeacher : story.orderDevices.order },
    foreign: { id: story.orders.open },
  }),
})

const ofDevice = { area: devicesArea, record: 'device', right: 'view' } as const

/** The reports that tell of a device: a tab of its popup, for whoever reads it. */
export const deviceReports = fragment({
  ...ofDevice,
  path: '/inspections/devices/reports/:id',
  pageAddress: '/inspections/devices/view/:id?item=reports',
  view: 'inspections/reports/tab',
  load: async ({ db, params: { id } }) => ({
    ofDevice: true,
    reports: (await reportsOfDevice(db, id)).map((one) => shown(one, `/inspections/devices/report/${id}/${one.visit_id}`)), // prettier-ignore
  }),
  example: (story) => ({ params: { id: story.devices.extinguisher }, foreign: { id: story.devices.foreign } }),
})

const reported: OwnExample = (story) => ({
  params: { id: story.devices.extinguisher, visit_id: story.workday.done },
  foreign: { id: story.devices.foreign, visit_id: story.workday.done },
})

/** One of them as PDF. */
export const deviceReportFile = file({
  ...ofDevice,
  path: '/inspections/devices/report/:id/:visit_id',
  open: async ({ db, params: { id, visit_id }, services }) => {
    await refuseStrange(db, id, visit_id)
    return download(services, visit_id)
  },
  example: reported,
})
