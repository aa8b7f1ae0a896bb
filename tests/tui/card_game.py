"""A short fixed game on hexes with hands of cards, boxes off the map and morale.

It includes a complete combat that cards change.
"""

GAME = """\
Senpu: 1
Game: russojapanese/bonsai-2018
Rules: 1

draw #01+#04+#09
T1 J: g1>1015>1114
J: d1>1015>1115>1215
J: d2>1015>1115>1215 |
J: g1+d1+d2*1214 |
J: #01/fight 1214 no [3] no lose g1
J: #04/d6@1206
J: #09/move
J: d1>1314>1414
J: d2>1314>1414>1413
J: d6>1305 |
J: | [J4 R2]
T2 R: refill 3 draw #05+#06+#07
R: s2>1813>1713 |
R: |
R: #05/s3@Siberia
R: #06/s4@Siberia
R: #07/s3~>1611 |
J: refill 3 draw #02+#03+#13
J: d1>1514>1615>1714
J: d2>1512>1612
J: d6>1406>1506>1607 |
J: |
J: #03/d9@1206
J: #13/move
J: d6>1608>1708>1709
J: d9>1305 |
J: |
T3 R: refill 3 draw #08+#10+#11
R: s4=>1913 |
R: s3*1612
R: s2*1714 |
R: #08/fight 1612 R: no J: no [3]
R: no
J: play #02
R: no
R: #10/fight 1714 no [5] no
"""
LANDING, CHECKS, BROUGHT, PLANNED, SPENT, DICE, CHANGED, LAST = 13, 20, 26, 49, 50, 53, 55, 60
"""Events of it: a landing from Japan, the dice of the morale checks, a corps brought up from
Europe, two attacks declared and none fought, a fight with a card in support, its die, the card that
changes the result, the last one."""
