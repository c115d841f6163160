# Check a list of orbits by GAP, which finds stabilisers and images by its own methods:
#
#     setlab exact orbits 6 --format csv > orbits.csv
#     gap -q --nointeract -c 'path := "orbits.csv";' orbits.g
#
# Different orbits, of the sizes of their stabilisers, that add up to all collections: then none is missing.

SizeScreen([4096, 24]);

Refuse := function(why)
    Print("refused: ", why, "\n");
    ForceQuitGap(1);
end;

lines := Filtered(SplitString(StringFile(path), "\n", "\r"), line -> Length(line) > 0 and line[1] <> '#');
rows := List(lines{[2 .. Length(lines)]}, line -> SplitString(line, ","));
names := List(rows, row -> SplitString(row[4], " "));
d := Length(names[1][1]);
n := Length(names[1]);

points := Elements(GF(3)^d);
as_permutation := map -> PermList(List(points, point -> Position(points, map(point))));
linear := List(GeneratorsOfGroup(GL(d, 3)), matrix -> as_permutation(point -> point * matrix));
translations := List(IdentityMat(d, GF(3)), step -> as_permutation(point -> point + step));
symmetries := Group(Concatenation(linear, translations));

card := name -> Position(points, List(name, digit -> INT_CHAR(digit) - INT_CHAR('0')) * Z(3)^0);
collections := List(names, row -> Set(row, card));
for i in [1 .. Length(rows)] do
    sets := Number(Combinations(collections[i], 3), three -> IsZero(Sum(points{three})));
    keep := Size(Stabilizer(symmetries, collections[i], OnSets));
    if List(rows[i]{[1 .. 3]}, Int) <> [sets, Size(symmetries) / keep, keep] then
        Refuse(Concatenation(lines[i + 1], " has ", String(sets), " SETs and ", String(keep), " symmetries"));
    fi;
    for j in [1 .. i - 1] do
        if rows[j]{[1 .. 3]} = rows[i]{[1 .. 3]}
                and RepresentativeAction(symmetries, collections[j], collections[i], OnSets) <> fail then
            Refuse(Concatenation(lines[i + 1], " is an image of ", lines[j + 1]));
        fi;
    od;
od;
total := Sum(rows, row -> Int(row[2]));
if total <> Binomial(3^d, n) then
    Refuse(Concatenation("the orbits have ", String(total), " collections"));
fi;
Print(Length(rows), " orbits of ", total, " collections of ", n, " cards under ", Size(symmetries), " maps: all of AG(",
      d, ",3)\n");
QuitGap(0);
