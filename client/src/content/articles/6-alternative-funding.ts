import type { Article } from './article'

export const alternativeFunding: Article = {
  id: 6,
  category: 'Funding',
  title: 'Alternative Funding Options: What They Cost Once You Do the Math',
  summary:
    'Merchant cash advances, revenue-based financing, factoring: turn the prices they quote into dollars you can compare.',
  author: 'Marcus Oyelaran',
  date: 'June 16, 2026',
  readTime: '8 min read',
  image: '/covers/article-6.svg',
  content: `
<p>When a bank says no, or not yet, plenty of others say yes. Many of them are legitimate. What they share is a price that is hard to compare: a factor rate here, a cap there, a discount somewhere else. This guide turns each into dollars, so you can set one offer beside another.</p>

<h2 id="mca">Merchant cash advance</h2>
<p>A merchant cash advance (MCA) is a sale of your future receipts, not a loan in form. You receive a lump sum and repay it through a daily or weekly share of sales. The price is a <strong>factor rate</strong>, often between 1.1 and 1.5.</p>
<p>Take a $40,000 advance at a factor of 1.35. You repay $40,000 × 1.35 = <strong>$54,000</strong>, a cost of $14,000. The funder takes 12% of your card sales. At $50,000 of sales a month, that is $6,000 a month, so you finish in nine months. A factor of 1.35 sounds like 35%. Because you hand the money back quickly, the cost expressed as an annual rate is close to <strong>78%</strong>.</p>
<p>Watch for:</p>
<ul>
<li><strong>No saving for early payment.</strong> Unless the contract offers a discount, you owe the full $54,000 even if you pay in month two.</li>
<li><strong>Stacking.</strong> A second advance on top of the first can take 25% or more of daily sales. It is a common way for a healthy business to run out of cash.</li>
<li><strong>Confession of judgment.</strong> This clause lets the funder obtain a judgment without a hearing. Some states restrict it. Do not sign one without an attorney.</li>
<li><strong>No way back through the SBA.</strong> Under rules in force since June 2025, SBA 7(a) loans cannot be used to refinance an MCA.</li>
</ul>
<p>California, New York and a number of other states require funders to give you cost disclosures in writing. Ask for them wherever you are.</p>

<h2 id="rbf">Revenue-based financing</h2>
<p>Here you repay a fixed percentage of monthly revenue until you reach a cap. Suppose you receive $100,000 with a cap of 1.4, or $140,000, and pay 6% of revenue.</p>
<table>
<thead>
<tr><th scope="col">Monthly revenue</th><th scope="col">Monthly payment</th><th scope="col">Time to finish</th><th scope="col">Approximate annual cost</th></tr>
</thead>
<tbody>
<tr><th scope="row">$80,000</th><td>$4,800</td><td>About 29 months</td><td>29%</td></tr>
<tr><th scope="row">$120,000</th><td>$7,200</td><td>About 19 months</td><td>42%</td></tr>
</tbody>
</table>
<p>Note the twist: the faster you grow, the higher the annual rate, because the same $40,000 is paid over less time. It suits businesses with high gross margins and recurring sales, such as software subscriptions. On a 20% margin, giving up 6% of revenue means giving up nearly a third of gross profit.</p>

<h2 id="factoring">Invoice factoring</h2>
<p>You sell unpaid invoices. On a $30,000 invoice, the factor advances 85%, or $25,500, and holds $4,500 in reserve. Its fee is 3% of the invoice for each 30 days. If your customer pays on day 30, the factor keeps $900 and sends you $3,600. You paid $900 to have $25,500 a month early, a simple annual rate of about 43%. If the customer takes 60 days, the fee is $1,800.</p>
<p>Ask whether the agreement is <strong>recourse</strong> (you buy back invoices that are not paid) or non-recourse, and what non-recourse really covers. It is often limited to the customer’s insolvency.</p>

<h2 id="assets">Equipment, inventory and purchase orders</h2>
<p>Financing tied to an asset is often cheaper, because the lender can take the asset. A $24,000 oven financed over four years is a better fit than the same oven bought with a nine-month advance. Purchase-order financing pays your supplier directly for a confirmed order. It is useful for a large contract, but costly if delivery slips.</p>

<h2 id="community">Community lenders, crowdfunding and grants</h2>
<ul>
<li><strong>CDFIs and SBA microlenders</strong> lend where banks do not. Microloans reach $50,000 and usually come with coaching.</li>
<li><strong>Regulation Crowdfunding</strong> allows up to $5 million in 12 months, in exchange for shares or notes sold through a registered platform.</li>
<li><strong>Rewards crowdfunding</strong> is pre-selling. Budget for platform fees, shipping and the returns.</li>
<li><strong>Grants</strong> are real, slow and competitive. No genuine government grant asks you to pay a fee to receive it.</li>
</ul>

<h2 id="partner">A loan with a Credit Partner</h2>
<p>A person with strong credit (we recommend a score of 720+) may support your application for a typical partner fee of <strong>5-15%</strong> of the loan. These are educational figures, and results are not guaranteed; see our <a href="/disclosures">disclosures</a>. On $40,000, the fee comes to between $2,000 and $6,000, on top of the lender’s interest. You guarantee the debt personally, the lender makes its own decision, and the arrangement must be disclosed wherever the application asks.</p>

<h2 id="compare">Three numbers that make offers comparable</h2>
<ol>
<li><strong>Total cost in dollars:</strong> everything you will pay, minus what you actually receive after fees.</li>
<li><strong>Cost per dollar:</strong> total cost divided by cash received. The MCA above costs $0.35 for each dollar.</li>
<li><strong>Share of the worst month:</strong> the payment divided by cash left after fixed costs in your slowest month. Above 80%, one bad week breaks it.</li>
</ol>
<p>Cost per dollar alone misleads, because time matters. A five-year loan at 12% costs about $0.33 per dollar, nearly the same as the MCA. But you keep the money for years rather than months, and the monthly payment on $40,000 is about $890 instead of $6,000.</p>

<h2 id="fine-print">Fine print to find before you sign</h2>
<ul>
<li><strong>UCC-1 blanket lien:</strong> a public claim on all business assets, which can block your next lender until it is released.</li>
<li><strong>Personal guarantee:</strong> ask whether it is limited, and what triggers it.</li>
<li><strong>Reconciliation:</strong> your right to have an MCA payment lowered when sales fall. Without it, the “share of sales” is really a fixed payment.</li>
<li><strong>Renewal:</strong> a new advance that pays off the old one may charge you twice on the same dollars.</li>
</ul>

<h2 id="next">What to do next</h2>
<p>Collect at least three written offers, of two different kinds. Put the three numbers for each on one page and sleep on it. If an offer expires tonight, let it. Then show the page to an accountant, or to a counselor at a Small Business Development Center, whose help is free.</p>
<p><em>This article is educational content only. It is not financial or legal advice.</em></p>
`.trim(),
}
