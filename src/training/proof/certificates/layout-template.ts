/** The code that a layout of a certificate begins with: it says what `certificates.drawing.ts` draws. */
export const CERTIFICATE_TEMPLATE = `<body style="size: a4; orientation: landscape; margin: 40pt 64pt 40pt 74pt; color: #161b25; line-height: 1.25">
<div style="position: absolute; left: 0; top: 0; width: 14pt; height: 595pt; background: #12305f"></div>
<div style="position: absolute; left: 14pt; top: 0; width: 3pt; height: 595pt; background: #2353cf"></div>

<columns style="height: 52pt">
  {% if met_logo != "" %}<column style="width: 184pt"><img src="logo" style="height: 46pt; width: 170pt"/></column>{% endif %}
  <column><div style="font-size: 14pt; min-font-size: 9pt; font-weight: bold; color: #12305f; margin-top: 13pt">{{ organisatie }}</div></column>
  <column style="width: 200pt; text-align: right">
    <div style="font-size: 8.5pt; color: #475061">Certificaatnummer</div>
    <div style="font-size: 14pt; font-weight: medium">{{ nummer }}</div>
  </column>
</columns>

<div style="font-size: 42pt; min-font-size: 24pt; font-weight: bold; color: #12305f; line-height: 1.2">{{ titel }}</div>
<div style="width: 56pt; height: 3pt; margin: 6pt 0 20pt 1pt; background: #2353cf"></div>
<div style="font-size: 12pt; color: #475061; margin-bottom: 6pt">{{ organisatie }} verklaart dat</div>
<div style="font-size: 31pt; min-font-size: 22pt; font-weight: bold; margin-bottom: 3pt">{{ cursist.naam }}</div>
{% if cursist.geboortedatum != "" %}<div style="font-size: 12pt; color: #475061; margin-bottom: 9pt">geboren op {{ cursist.geboortedatum }}</div>{% endif %}
<div style="font-size: 12pt; color: #475061; margin-bottom: 6pt">de opleiding</div>
<div style="font-size: 24pt; min-font-size: 16pt; font-weight: medium; color: #2353cf; margin-bottom: 7pt">{{ opleiding.naam }}</div>
<div style="font-size: 12pt; color: #475061">met goed gevolg heeft afgerond.</div>

<div style="position: absolute; left: 74pt; top: 383pt; width: 703.89pt">
  <columns style="border-top: 0.75pt solid #d5dae3; padding-top: 12pt">
    <column style="width: 20%; padding-right: 12pt"><div style="font-size: 8.5pt; color: #475061">Opleidingscode</div><div style="font-size: 12pt; font-weight: medium">{{ opleiding.code }}</div></column>
    <column style="width: 26%; padding-right: 12pt"><div style="font-size: 8.5pt; color: #475061">Gevolgd op</div><div style="font-size: 12pt; min-font-size: 9pt; font-weight: medium">{{ periode }}</div></column>
    <column style="width: 14%; padding-right: 12pt"><div style="font-size: 8.5pt; color: #475061">Duur</div><div style="font-size: 12pt; font-weight: medium">{{ duur }}</div></column>
    <column style="width: 18%; padding-right: 12pt"><div style="font-size: 8.5pt; color: #475061">Afgegeven op</div><div style="font-size: 12pt; font-weight: medium">{{ afgegeven_op }}</div></column>
    <column style="width: 22%">
      {% if geldig_tot == "" %}<div style="font-size: 8.5pt; color: #475061">Geldigheid</div><div style="font-size: 12pt; font-weight: medium">Geen einddatum</div>
      {% else %}<div style="font-size: 8.5pt; color: #475061">Geldig tot en met</div><div style="font-size: 12pt; font-weight: medium">{{ geldig_tot }}</div>{% endif %}
    </column>
  </columns>
  <div style="font-size: 9pt; color: #475061; margin-top: 6pt">{{ onderdelen_tekst }}</div>
</div>

<div style="position: absolute; left: 74pt; top: 511pt; width: 250pt; border-top: 0.75pt solid #475061; padding-top: 5pt; font-size: 10pt">
  <div style="min-font-size: 8pt; font-weight: medium">{{ docenten_tekst }}</div><div style="color: #475061">{{ ondertekenaar }}</div>
</div>
<div style="position: absolute; left: 358pt; top: 511pt; width: 166pt; border-top: 0.75pt solid #475061; padding-top: 5pt; font-size: 10pt">
  {% if plaats == "" %}<div style="font-weight: medium">{{ afgegeven_op }}</div><div style="color: #475061">Datum</div>
  {% else %}<div style="font-weight: medium">{{ plaats }}, {{ afgegeven_op }}</div><div style="color: #475061">Plaats en datum</div>{% endif %}
</div>
<div style="position: absolute; right: 162pt; top: 523pt; width: 160pt; text-align: right">
  <div style="font-size: 8.5pt; color: #475061">Controleer dit certificaat:</div>
  <div style="font-size: 9.5pt; font-weight: medium; min-font-size: 6pt">{{ controle.adres }}</div>
</div>
<div style="position: absolute; right: 64pt; bottom: 44pt; width: 82pt"><qr value="{{ controle.link }}" style="width: 82pt"/></div>
</body>
`
