import type { Article } from './article'

export const boostingCreditRating: Article = {
  id: 5,
  category: 'Credit',
  title: 'Boosting Your Credit Rating in 90 Days, With Rights You Already Have',
  summary:
    'Some credit problems clear in a month, some take seven years. A 90-day order: errors first, then utilization, no shortcuts.',
  author: 'Dana Whitfield',
  date: 'July 14, 2026',
  readTime: '7 min read',
  image: '/covers/article-5.svg',
  content: `
<p>Raising a credit score is less about tricks than about order. Some actions work within weeks, some need months, and a few can set you back. This plan puts the quick, free steps first. How many points you gain depends on your own file, so results are not guaranteed.</p>

<h2 id="week-one">Days 1 to 7: see what lenders see</h2>
<p>Order your reports from Equifax, Experian and TransUnion at AnnualCreditReport.com. They are free every week, and checking them never lowers your score. Download all three, because an error may sit in only one. Then make one list with four columns: account, balance, limit, and anything that looks wrong.</p>
<p>Look for these in particular:</p>
<ul>
<li>accounts that are not yours, or that belong to a former spouse;</li>
<li>payments marked late that you can show were on time;</li>
<li>a card limit reported too low, which inflates your utilization;</li>
<li>a paid collection still shown as owed, or one debt listed twice;</li>
<li>old items that should have expired.</li>
</ul>

<h2 id="expiry">How long things last</h2>
<table>
<thead>
<tr><th scope="col">Item</th><th scope="col">Usual time on your report</th></tr>
</thead>
<tbody>
<tr><th scope="row">Hard inquiry</th><td>2 years (FICO counts it for 12 months)</td></tr>
<tr><th scope="row">Late payment</th><td>7 years from the missed payment</td></tr>
<tr><th scope="row">Collection or charge-off</th><td>About 7 years from the first missed payment</td></tr>
<tr><th scope="row">Chapter 13 bankruptcy</th><td>7 years from filing, by bureau practice</td></tr>
<tr><th scope="row">Chapter 7 bankruptcy</th><td>10 years from filing</td></tr>
<tr><th scope="row">Closed account in good standing</th><td>Up to 10 years</td></tr>
</tbody>
</table>
<p>Selling a debt to a new collector does not restart the seven years. The effect also fades: a late payment from five years ago weighs much less than one from last spring.</p>

<h2 id="rights">Days 8 to 30: use your FCRA rights</h2>
<p>The Fair Credit Reporting Act gives you tools that cost nothing:</p>
<ul>
<li><strong>Dispute.</strong> Write to the bureau, say what is wrong and enclose copies of your proof. It must usually investigate within 30 days (in some cases 45) and correct or delete what it cannot verify. Dispute with the company that supplied the information, too.</li>
<li><strong>Ask why.</strong> If you are declined on the basis of a report, you must be told which bureau supplied it. You have 60 days to ask that bureau for a free copy, and the notice must state any score that was used.</li>
<li><strong>Add a statement.</strong> If a dispute fails, you may add a short explanation to your file.</li>
<li><strong>Freeze.</strong> A security freeze is free to place and lift at each bureau, and it stops most new accounts from being opened in your name.</li>
</ul>
<p>Dispute only what is wrong. Accurate negative information cannot lawfully be forced off by repetition.</p>

<h2 id="utilization">Days 15 to 60: lower your utilization</h2>
<p>Amounts owed make up 30% of a FICO score, and this is usually the fastest honest gain. Suppose you have $2,000 to put toward three cards:</p>
<ul>
<li>Card A: $1,900 of a $2,000 limit (95%)</li>
<li>Card B: $2,400 of a $6,000 limit (40%)</li>
<li>Card C: $700 of a $7,000 limit (10%)</li>
</ul>
<p>Overall you owe $5,000 of $15,000, or 33.3%. However you split the $2,000, the total falls to $3,000, or <strong>20%</strong>. But if you put it all on Card B, Card A still stands at 95%. Put $1,500 on Card A and $500 on Card B and they fall to 20% and about 32%. Same money, better picture. (If Card B charges a much higher interest rate, weigh that too.)</p>
<p>Two more levers:</p>
<ul>
<li><strong>Pay before the statement closes.</strong> That is when most issuers report.</li>
<li><strong>Ask for a higher limit.</strong> If Card B rises to $9,000 while the balance holds at $1,900, it falls to 21%. Ask first whether the request means a hard inquiry.</li>
</ul>

<h2 id="habits">Days 30 to 90: build the record</h2>
<p>Payment history is 35% of the score. One payment 30 days late can undo a year of small gains, so put every account on autopay for at least the minimum and keep a cushion in that checking account.</p>
<p>If you have one late payment on an otherwise clean account, write the lender a short goodwill letter. It has no duty to agree, but it may. If your file is thin, consider a secured card, a credit-builder loan, or becoming an authorized user on a relative’s old, lightly used card. Never pay a stranger for that last one; renting a place on an account can be treated as deception, and lenders look for it.</p>
<p>Do not apply for several cards at once. Three applications mean three hard inquiries, three new accounts and a lower average age, all in the 25% of the score that covers new credit and history length.</p>

<h2 id="medical">A note on medical debt</h2>
<p>By their own policy, the three bureaus leave out paid medical collections, those less than a year old, and those with an original balance under $500. If one of these appears on your report, dispute it.</p>

<h2 id="shortcuts">Shortcuts that fail</h2>
<ul>
<li><strong>Paying up front for credit repair.</strong> Federal law bars credit repair companies from charging before they have done the work. They can do nothing for you that you cannot do free.</li>
<li><strong>A new identity number.</strong> Using a “credit privacy number” on an application is fraud.</li>
<li><strong>Closing old cards.</strong> You lose the limit at once.</li>
<li><strong>Paying a very old debt without thinking.</strong> In some states a small payment can restart the time limit for a lawsuit. Get advice first.</li>
</ul>

<h2 id="next">What to do next</h2>
<p>Set a target that matches your purpose. For someone who hopes to become a Credit Partner we recommend <strong>720+</strong>; this is educational guidance, and reaching it does not guarantee a match. Put three dates on your calendar: today for the reports, day 30 for the dispute answers, and day 90 to pull the reports again and compare. If you are ready sooner, read our <a href="/disclosures">disclosures</a> before you apply.</p>
<p><em>This article is educational content only. It is not financial or legal advice.</em></p>
`.trim(),
}
