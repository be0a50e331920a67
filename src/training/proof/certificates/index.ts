import { blockers } from '../../../platform/blockers.ts'
import { expiringSources } from '../../../administration/orders/expiring/points.ts'
import { expiringCertificates } from './expiring.ts'
import { pastTargets } from './import.plan.ts'
import { heldFiles } from '../../../platform/files/held-files.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { importTargets } from '../../../system/importing/points.ts'
import { audiences } from '../../../system/messages/points.ts'
import { layoutKinds } from '../../../system/layouts/points.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import { PLANNING_MENUS } from '../../planning/appointments/index.ts'
import * as appointmentScreens from './appointment.screens.ts'
import { holderAudience } from './audience.ts'
import { joinCertificates } from './certificates.commands.ts'
import { certificateFields } from './certificates.fields.ts'
import { certificateSearch } from './certificates.search.ts'
import { certificateFiles, certificateLayouts, drawCertificates } from './certificates.files.ts'
import {
  certificateNames,
  certificatesVisibleTo,
  countCertificatesAt,
  countCertificatesFor,
  countCertificatesOf,
  holderBlockers,
} from './certificates.queries.ts'
import * as screens from './certificates.screens.ts'
import { certificateMailData, certificateMailRetention } from './mailing-data.ts'
import { certificateData } from './person-data.ts'
import { certificateMailingRestoring, certificateRestoring } from './restoring.ts'
import { certificatesArea } from './rights.ts'
import { mailCertificates } from './sending.commands.ts'
import { endingOfCompany, endingOfContact } from './ending.todo.ts'
import { certificatesStep, unsentCertificates } from './planning.todo.ts'
import * as sendingScreens from './sending.screens.ts'
import { seedCertificates } from './story.ts'
import * as verifyScreens from './verify.screens.ts'
import { certificateView } from './view.screens.ts'

export { LettersForm, SentLetters } from './certificates.forms.ts'
export { certificateMoments } from './moments.ts'
export { lettersModel } from './recipients.queries.ts'
export { sendCertificates, toldOf } from './sending.commands.ts'
export { type IssueInput, type IssueServices, issueCertificates } from './certificates.commands.ts'
export { listCertificateLayouts, listHeldCertificates, listOwnCertificates } from './certificates.queries.ts'
export { fileCertificate, findFiled, withdrawFiled } from './filing.commands.ts'
export { LIGHTS, issueDateProblem } from './certificates.rules.ts'

export { issuerProblem, listPreviousExpiries } from './issue.queries.ts'

const ofPlanning = { record: 'appointment', place: 'menu', area: certificatesArea, right: 'change' } as const

export const certificates: ModulePart = {
  screens: [
    certificateView,
    ...Object.values(screens),
    ...Object.values(appointmentScreens),
    ...Object.values(sendingScreens),
    ...Object.values(verifyScreens),
  ],
  records: [
    {
      type: 'certificate',
      label: { one: 'certificaat', many: 'certificaten' },
      area: certificatesArea,
      table: 'certificates',
      visibleTo: certificatesVisibleTo,
      open: '/certificate/view/{id}',
      fields: certificateFields,
      names: certificateNames,
    },
  ],
  nav: [
    {
      group: 'students',
      label: 'Certificaten',
      icon: 'certificate',
      href: '/certificates',
      synonyms: ['diploma'],
      key: 'e',
      area: certificatesArea,
      order: 5,
      lists: { supervisor: 6, student: 3 },
    },
  ],
  jobs: { 'certificate.draw': drawCertificates, 'certificate.mail': mailCertificates },
  constraints: {
    certificates_once: { field: '_form', message: 'Deze cursist heeft dit certificaat al.' },
  },
  story: seedCertificates,
  gifts: [
    give(expiringSources, [expiringCertificates]),
    give(importTargets, pastTargets),
    give(layoutKinds, certificateLayouts),
    give(audiences, [holderAudience]),
    give(searchSources, [certificateSearch]),
    give(restorings, [certificateRestoring, certificateMailingRestoring]),
    give(heldFiles, [certificateFiles]),
    give(blockers, [{ record: 'contact', what: 'delete', reasons: holderBlockers }]),
    give(popupTabs, [
      {
        record: 'contact',
        key: 'certificates',
        label: 'Certificaten',
        icon: 'certificate',
        area: certificatesArea,
        order: 30,
        url: (id) => `/certificates?embed=1&contact_id=${id}`,
        count: countCertificatesOf,
      },
      {
        record: 'company',
        key: 'certificates',
        label: 'Certificaten',
        icon: 'certificate',
        area: certificatesArea,
        order: 30,
        under: 'students',
        url: (id) => `/certificates?embed=1&company_id=${id}&sort=valid_until`,
        count: countCertificatesAt,
      },
      {
        record: 'appointment',
        key: 'certificates',
        label: 'Certificaten',
        icon: 'certificate',
        area: certificatesArea,
        order: 30,
        url: (id) => `/certificate/forAppointment/${id}`,
        count: countCertificatesFor,
      },
    ]),
    give(openPoints, [unsentCertificates, endingOfContact, endingOfCompany]),
    give(popupActions, [
      certificatesStep,
      {
        ...ofPlanning,
        order: 20,
        action: ({ id }) => ({
          label: 'Certificaten afdrukken',
          icon: 'printer',
          kind: 'popup',
          url: `/calendar/getPrintCertificateForm/${id}`,
          under: PLANNING_MENUS.print,
        }),
      },
      {
        ...ofPlanning,
        order: 21,
        action: ({ id }) => ({
          label: 'Certificaten',
          icon: 'certificate',
          kind: 'popup',
          url: `/certificate/getCertificateWizard/${id}`,
          under: PLANNING_MENUS.print,
        }),
      },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'certificates', column: 'contact_id', merges: joinCertificates },
      { record: 'contact', table: 'certificate_mailings', column: 'contact_id', merges: 'moves' },
    ]),
    give(personData, [certificateData, certificateMailData]),
    give(retentionKinds, [certificateMailRetention]),
  ],
}
