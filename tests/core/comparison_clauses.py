"""Clauses of our own, each with one change that matters and with one that does not.

A row: what the change is about, the template's clause, the clause with another effect, the one with the same effect.
"""

from __future__ import annotations

CLAUSES = [
    (
        "amount",
        "The Tenant shall pay a deposit of £4,500 to the Agent before the keys are handed over.",
        "The Tenant shall pay a deposit of £5,400 to the Agent before the keys are handed over.",
        "The Tenant shall pay a deposit of GBP 4,500 to the Agent before the keys are handed over.",
    ),
    (
        "amount",
        "Each crate is priced at US$18.50, freight excluded.",
        "Each crate is priced at CA$18.50, freight excluded.",
        "Each crate is priced at USD 18.50, excluding freight.",
    ),
    (
        "percentage",
        "The Broker earns a fee of two per cent of the sale price of the Yacht.",
        "The Broker earns a fee of three per cent of the sale price of the Yacht.",
        "The Broker earns a fee of 2% of the sale price of the Yacht.",
    ),
    (
        "duration",
        "The Gardener may end this Agreement on three months' notice to the Owner.",
        "The Gardener may end this Agreement on three weeks' notice to the Owner.",
        "The Gardener may terminate this Agreement on three (3) months' notice to the Owner.",
    ),
    (
        "duration",
        "The Buyer shall report defects within ten days of delivery.",
        "The Buyer shall report defects within ten business days of delivery.",
        "The Buyer shall report defects within 10 days of delivery.",
    ),
    (
        "date",
        "The Exhibition closes on 14 May 2027 and the Lender shall collect the Sculptures within a week.",
        "The Exhibition closes on 14 May 2028 and the Lender shall collect the Sculptures within a week.",
        "The Exhibition closes on May 14, 2027 and the Lender shall collect the Sculptures within seven days.",
    ),
    (
        "modality",
        "The Caterer shall replace any dish that the Host rejects.",
        "The Caterer may replace any dish that the Host rejects.",
        "The Caterer must replace any dish that the Host rejects.",
    ),
    (
        "modality",
        "The Archive is entitled to copy the Letters for its own records.",
        "The Archive must copy the Letters for its own records.",
        "The Archive may copy the Letters for its own records.",
    ),
    (
        "negation",
        "The Carrier is liable for pallets that are lost between the depots.",
        "The Carrier is not liable for pallets that are lost between the depots.",
        "The Carrier is responsible for pallets that are lost between the depots.",
    ),
    (
        "negation",
        "The Surveyor may not enter the mine unless the Operator has agreed in writing.",
        "The Surveyor may enter the mine unless the Operator has objected in writing.",
        "The Surveyor may enter the mine only if the Operator has agreed in writing.",
    ),
    (
        "party",
        "The cost of the second test shall be borne by the Grower.",
        "The cost of the second test shall be borne by the Mill.",
        "The Grower shall bear the cost of the second test.",
    ),
    (
        "party",
        "The Printer shall insure the plates and the Publisher shall store them.",
        "The Publisher shall insure the plates and the Printer shall store them.",
        "The plates shall be insured by the Printer and stored by the Publisher.",
    ),
    (
        "mutuality",
        "Either party may terminate this Agreement if the other party becomes insolvent.",
        "The Licensor may terminate this Agreement if the Licensee becomes insolvent.",
        "Each party may terminate this Agreement if the other party becomes insolvent.",
    ),
    (
        "mutuality",
        "Neither party shall disclose the terms of this Agreement to the press.",
        "The Singer shall not disclose the terms of this Agreement to the press.",
        "No party shall disclose the terms of this Agreement to the press.",
    ),
    (
        "exclusivity",
        "The Vineyard appoints the Importer as its exclusive distributor in Denmark.",
        "The Vineyard appoints the Importer as its non-exclusive distributor in Denmark.",
        "The Importer is appointed by the Vineyard as its exclusive distributor in Denmark.",
    ),
    (
        "and-or",
        "The Trustee may sell the land when the valuation is done and the court has agreed.",
        "The Trustee may sell the land when the valuation is done or the court has agreed.",
        "The Trustee may sell the land when the court has agreed and the valuation is done.",
    ),
    (
        "condition",
        "Subject to the approval of its members, the Club shall buy the field.",
        "The Club shall buy the field.",
        "Provided that its members approve, the Club shall buy the field.",
    ),
    (
        "condition",
        "The Hotel refunds the deposit if the Guest cancels a week before arrival.",
        "The Hotel refunds the deposit even if the Guest cancels on the day of arrival.",
        "The Hotel refunds the deposit where the Guest cancels a week before arrival.",
    ),
    (
        "carve-out",
        "The Driver pays for all damage to the Van except damage caused by hail.",
        "The Driver pays for all damage to the Van.",
        "The Driver pays for all damage to the Van other than damage caused by hail.",
    ),
    (
        "carve-out",
        "The fee covers all services, including translation.",
        "The fee covers all services, excluding translation.",
        "The fee covers all services, translation included.",
    ),
    (
        "limit",
        "The Laboratory shall keep at least four samples of each batch.",
        "The Laboratory shall keep no more than four samples of each batch.",
        "The Laboratory shall keep not less than four samples of each batch.",
    ),
    (
        "limit",
        "Liability is capped at the greater of £10,000 and the fees paid.",
        "Liability is capped at the lesser of £10,000 and the fees paid.",
        "Liability is capped at £10,000 or the fees paid, whichever is greater.",
    ),
    (
        "law",
        "This Agreement is governed by the law of Scotland.",
        "This Agreement is governed by the law of Norway.",
        "The law of Scotland governs this Agreement.",
    ),
    (
        "law",
        "The courts of Lisbon have exclusive jurisdiction.",
        "The courts of Madrid have exclusive jurisdiction.",
        "The courts of Lisbon alone have jurisdiction.",
    ),
    (
        "standard",
        "The Agency shall use its best efforts to fill the hall.",
        "The Agency shall use reasonable efforts to fill the hall.",
        "The Agency undertakes to use its best efforts to fill the hall.",
    ),
    (
        "standard",
        "The Owner's consent shall not be unreasonably withheld.",
        "The Owner's consent may be withheld in its absolute discretion.",
        "The Owner shall not unreasonably withhold its consent.",
    ),
    (
        "list",
        "The policy covers fire, flood, theft and storm.",
        "The policy covers fire, flood and storm.",
        "The policy covers storm, theft, flood and fire.",
    ),
    (
        "list",
        "The Translator hands over the manuscript, the glossary and the index.",
        "The Translator hands over the manuscript, the glossary, the index and all drafts.",
        "The Translator hands over the glossary, the index and the manuscript.",
    ),
    (
        "notice",
        "Notices must be sent by courier or by email.",
        "Notices must be sent by courier or by fax.",
        "Notices must be sent by email or by courier.",
    ),
    (
        "notice",
        "A notice takes effect on receipt.",
        "A notice takes effect on dispatch.",
        "A notice is effective when received.",
    ),
    (
        "survival",
        "The duties of confidence survive termination for six years.",
        "The duties of confidence end on termination.",
        "The duties of confidence continue after termination for six years.",
    ),
    (
        "wording",
        "The royalty is calculated on gross receipts from the Game.",
        "The royalty is calculated on net receipts from the Game.",
        "The royalty shall be calculated on gross receipts from the Game.",
    ),
    (
        "wording",
        "The Sponsor may use the Stadium's name in printed advertising.",
        "The Sponsor may use the Stadium's name in online advertising.",
        "The Sponsor has the right to use the Stadium's name in printed advertising.",
    ),
    (
        "wording",
        "The Council shall repair the bridge. It shall also paint the railings every second spring.",
        "The Council shall repair the bridge.",
        "The Council shall paint the railings every second spring. It shall also repair the bridge.",
    ),
]
