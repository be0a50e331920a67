/** The code that a layout of a sale begins with: it says what `paper.drawing.ts` draws. */
export const PAPER_TEMPLATE = `<body style="size: a4; margin: 48pt 48pt 72pt 56pt; font-size: 9.5pt; line-height: 1.4; color: #161b25">
<header from="2" style="top: 46pt"><div style="font-weight: medium; color: #475061">{{ titel }}</div></header>
<footer style="bottom: 22pt">
  <columns style="border-top: 0.5pt solid #c8cdd6; padding-top: 6pt; font-size: 8pt; color: #475061">
    <column style="width: 84%">{{ huis.voet }}</column>
    <column style="text-align: right">Pagina <page-number/> van <page-count/></column>
  </columns>
</footer>

<columns style="height: 94pt">
  <column style="width: 58%">
    {% if huis.met_logo != "" %}<img src="logo" style="width: 200pt; height: 50pt"/><div style="font-size: 12pt; min-font-size: 9pt; font-weight: bold; line-height: 1.2">{{ huis.naam }}</div>
    {% else %}<div style="font-size: 18pt; min-font-size: 10pt; font-weight: bold; line-height: 1.2">{{ huis.naam }}</div>{% endif %}
  </column>
  <column style="font-size: 9pt; color: #475061; text-align: right">{{ huis.adres }}</column>
</columns>
<div style="width: 260pt; height: 72pt; margin-bottom: 24pt; font-size: 10.5pt">{{ klant.adres }}</div>

<div style="font-size: 17pt; min-font-size: 11pt; font-weight: bold; line-height: 1.2; margin-bottom: 12pt">{{ titel }}</div>
{% for rij in feiten %}
<columns style="margin-bottom: 6pt">
  {% for feit in rij.cellen %}
  <column style="width: 25%; padding-right: 10pt">
    <div style="font-size: 8.5pt; color: #475061; line-height: 1.3">{{ feit.label }}</div>
    <div style="font-size: 10pt; font-weight: medium; line-height: 1.3">{{ feit.waarde }}</div>
  </column>
  {% endfor %}
</columns>
{% endfor %}

{% if melding != "" %}<p style="font-weight: medium; color: #8a4b00; margin-top: 4pt">{{ melding }}</p>{% endif %}
{% if boven != "" %}<p style="margin-top: 4pt; margin-bottom: 8pt">{{ boven }}</p>{% endif %}

<table style="margin-top: 4pt">
<thead><tr style="border-bottom: 0.5pt solid #475061; font-size: 8.5pt; color: #475061">
  <th style="font-weight: regular">Omschrijving</th>
  <th style="font-weight: regular; text-align: right; width: 48pt; padding-right: 0">Aantal</th>
  {% if met_bedragen != "" %}
  <th style="font-weight: regular; text-align: right; width: 72pt; padding-right: 0">{{ kop.prijs }}</th>
  {% if met_korting != "" %}<th style="font-weight: regular; text-align: right; width: 58pt; padding-right: 0">Korting</th>{% endif %}
  <th style="font-weight: regular; text-align: right; width: 56pt; padding-right: 0">Btw</th>
  <th style="font-weight: regular; text-align: right; width: 76pt; padding-right: 0">{{ kop.bedrag }}</th>
  {% endif %}
</tr></thead>
{% for regel in regels %}
{% if regel.is_kop != "" %}
<tr style="border-bottom: 0.5pt solid #c8cdd6"><td colspan="all" style="font-weight: bold; padding: 8pt 0 4pt 0">{{ regel.naam }}</td></tr>
{% else %}
<tr style="border-bottom: 0.5pt solid #c8cdd6">
  <td style="padding: 5pt 12pt 5pt 0">
    <div style="font-weight: medium">{{ regel.naam }}</div>
    {% if regel.tekst != "" %}<div style="font-size: 8.5pt; color: #475061">{{ regel.tekst }}</div>{% endif %}
  </td>
  <td style="padding: 5pt 0; text-align: right">{{ regel.aantal }}</td>
  {% if met_bedragen != "" %}
  <td style="padding: 5pt 0; text-align: right">{{ regel.prijs }}</td>
  {% if met_korting != "" %}<td style="padding: 5pt 0; text-align: right">{{ regel.korting }}</td>{% endif %}
  <td style="padding: 5pt 0; text-align: right">{{ regel.btw }}</td>
  <td style="padding: 5pt 0; text-align: right; min-font-size: 6pt">{{ regel.bedrag }}</td>
  {% endif %}
</tr>
{% endif %}
{% endfor %}
</table>

{% if met_bedragen != "" %}
<columns style="margin-top: 8pt; page-break-inside: avoid">
  <column>
    {% if betaling.code != "" %}
    <qr value="{{ betaling.code }}" style="width: 78pt"/>
    <div style="font-size: 8pt; color: #475061; margin-top: 4pt">Betalen met de app van uw bank</div>
    {% endif %}
  </column>
  <column style="width: 260pt">
    <table>
    {% for totaal in totalen %}
    {% if totaal.is_som != "" %}
    <tr style="border-top: 0.5pt solid #475061; font-weight: bold; font-size: 11pt"><td>{{ totaal.label }}</td><td style="width: 90pt; text-align: right; padding-right: 0">{{ totaal.bedrag }}</td></tr>
    {% else %}
    <tr><td style="padding: 1pt 4pt 1pt 0">{{ totaal.label }}</td><td style="width: 90pt; text-align: right; padding: 1pt 0">{{ totaal.bedrag }}</td></tr>
    {% endif %}
    {% endfor %}
    </table>
  </column>
</columns>
{% endif %}

{% if redenen != "" %}<p style="font-size: 9pt; color: #475061">{{ redenen }}</p>{% endif %}
{% if onder != "" %}<p style="margin-top: 8pt">{{ onder }}</p>{% endif %}
{% if betaling.tekst != "" %}<p>{{ betaling.tekst }}</p>{% endif %}
{% if akkoord != "" %}
<columns style="border-top: 0.5pt solid #475061; padding-top: 10pt; font-size: 9pt; page-break-inside: avoid">
  <column style="padding-right: 12pt">{{ akkoord }}</column>
  <column style="width: 180pt"><img src="handtekening" style="width: 180pt; height: 70pt"/></column>
</columns>
{% endif %}
{% if ondertekenen != "" %}
<div style="page-break-inside: avoid; margin-top: 12pt">
  <div style="font-weight: medium; margin-bottom: 44pt">{{ ondertekenen }}</div>
  <columns style="font-size: 8.5pt; color: #475061">
    <column style="padding-right: 16pt"><hr style="margin: 0; border-top: 0.5pt solid #475061"/>Naam</column>
    <column style="padding-right: 16pt"><hr style="margin: 0; border-top: 0.5pt solid #475061"/>Datum</column>
    <column style="padding-right: 16pt"><hr style="margin: 0; border-top: 0.5pt solid #475061"/>Handtekening</column>
  </columns>
</div>
{% endif %}
</body>
`
