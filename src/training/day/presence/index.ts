import { heldFiles } from '../../../platform/files/held-files.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { layoutKinds } from '../../../system/layouts/points.ts'
import { presenceLayouts } from './layout-kinds.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import type { Area } from '../../../platform/access/rights.ts'
import { enrolmentPlanningArea, resultsArea } from '../../rights.ts'
import { PLANNING_MENUS } from '../../planning/appointments/index.ts'
import { isBilled } from '../../money/invoicing/index.ts'
import { invoicingArea } from '../../money/invoicing/rights.ts'
import { signatureData, signatureRetention } from './person-data.ts'
import * as cardScreens from './cards.screens.ts'
import * as presenceScreens from './presence.screens.ts'
import * as printScreens from './print.screens.ts'
import { forgetSignature, signatureFiles } from './signatures.commands.ts'
import * as signatureScreens from './signatures.screens.ts'

export { markPresent } from './signatures.commands.ts'

/** What whoever teaches a part looks at or takes along. */
const PAPERS: { label: string; icon: string; url: string; area?: Area }[] = [
  { label: 'Handtekeningen', icon: 'signature', url: '/calendar/getPresenceViewer' },
  { label: 'Presentielijst', icon: 'list-check', url: '/calendar/getPrintPresenceForm' },
  { label: 'Competentielijst', icon: 'checklist', url: '/calendar/getPrintCompetencyForm' },
  { label: 'Badges', icon: 'id-badge', url: '/calendar/getPrintBadgeForm' },
  { label: 'Adresetiketten', icon: 'mail', url: '/calendar/getPrintLabelForm', area: enrolmentPlanningArea },
]

export const presence: ModulePart = {
  screens: [
    ...Object.values(presenceScreens),
    ...Object.values(printScreens),
    ...Object.values(cardScreens),
    ...Object.values(signatureScreens),
  ],
  jobs: { 'signature.forget': forgetSignature },
  gifts: [
    give(layoutKinds, presenceLayouts),
    give(
      popupActions,
      PAPERS.map(({ label, icon, url, area = resultsArea }, i) => ({
        record: 'appointment',
        place: 'menu',
        order: 10 + i,
        area,
        right: 'view',
        action: ({ id }) => ({ label, icon, kind: 'popup', url: `${url}/${id}`, under: PLANNING_MENUS.print }),
      })),
    ),
    give(popupActions, [
      {
        record: 'appointment',
        place: 'menu',
        order: 10 + PAPERS.length,
        area: invoicingArea,
        right: 'view',
        action: ({ id }) => ({
          label: 'Facturen afdrukken',
          icon: 'printer',
          kind: 'popup',
          url: `/calendar/getPrintInvoiceForm/${id}`,
          under: PLANNING_MENUS.sales,
        }),
        when: (_viewer, id) => isBilled(id),
      },
    ]),
    give(heldFiles, [signatureFiles]),
    give(personData, [signatureData]),
    give(retentionKinds, [signatureRetention]),
    give(mergeStrategies, [{ record: 'contact', table: 'presence_signatures', column: 'contact_id', merges: 'drop' }]),
  ],
}
