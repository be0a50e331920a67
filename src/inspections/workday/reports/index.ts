import type { ModulePart } from '../../../platform/manifest.ts'
import { blockers } from '../../../platform/blockers.ts'
import { heldFiles } from '../../../platform/files/held-files.ts'
import { give } from '../../../platform/points.ts'
import { proofs } from '../../../platform/proofs.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { audiences, chosenMessages } from '../../../system/messages/points.ts'
import { layoutKinds } from '../../../system/layouts/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { devicesArea } from '../../devices/devices/rights.ts'
import { workdayArea } from '../../rights.ts'
import { reportAudience } from './audience.ts'
import { reportMessages } from './report-message.ts'
import { reportData } from './person-data.ts'
import { drawReport, reportFiles, reportLayouts } from './report.files.ts'
import { countReportsOfDevice, countReportsOfOrder, reportNames, reportsVisibleTo } from './reports.queries.ts'
import * as screens from './reports.screens.ts'
import { DRAW } from './sending.commands.ts'
import { seedReports } from './story.ts'
import { reportProof } from './verify.ts'

export { makeReport } from './reports.commands.ts'
export { sendReport } from './sending.commands.ts'

const tab = { key: 'reports', label: 'Keuringsrapport', icon: 'file-certificate' } as const

/** What the customer gets of a visit. */
export const reports: ModulePart = {
  screens: [...Object.values(screens), reportMessages.screen],
  records: [
    {
      type: 'visit_report',
      label: { one: 'keuringsrapport', many: 'keuringsrapporten' },
      area: workdayArea,
      table: 'visit_reports',
      visibleTo: reportsVisibleTo,
      open: null,
      history: false,
      names: reportNames,
    },
  ],
  jobs: { [DRAW]: drawReport },
  story: seedReports,
  gifts: [
    give(audiences, [reportAudience]),
    give(heldFiles, [reportFiles]),
    give(layoutKinds, reportLayouts),
    give(personData, [reportData]),
    give(proofs, [reportProof]),
    give(popupTabs, [
      {
        ...tab,
        record: 'order',
        area: ordersArea,
        order: 16,
        url: (id) => `/administration/order/reports/${id}`,
        count: countReportsOfOrder,
      },
      {
        ...tab,
        record: 'device',
        area: devicesArea,
        order: 20,
        url: (id) => `/inspections/devices/reports/${id}`,
        count: countReportsOfDevice,
      },
    ]),
    give(blockers, [{ record: 'default-message', what: 'delete', reasons: reportMessages.blockers }]),
    give(chosenMessages, [reportMessages.chosen]),
    give(settingsTabs, [
      {
        key: 'report-messages',
        page: 'messages',
        listed: false,
        label: 'Keuringsrapporten',
        icon: 'file-certificate',
        area: settingsArea,
        order: 47,
        url: '/settings/report-messages',
      },
    ]),
    give(historyLabels, [
      {
        visit: {
          fields: {
            number: 'Keuringsrapport',
            year: 'Jaar van het rapport',
            sequence: 'Volgnummer van het rapport',
            file_id: 'Bestand van het rapport',
            replaced_by_id: 'Vervangen door rapport',
            visit_id: { label: 'Bezoek', record: 'visit' },
            signature_id: 'Handtekening',
          },
        },
      },
    ]),
  ],
}
