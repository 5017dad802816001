// Put the questions of an edition to a pairing program; needs C++17 and a POSIX system.
//
//     c++ -std=c++17 -o run run.cpp
//     ./run FOLDER COMMAND [FORM]
//     ./run dutch-2026 "timeout 10 ./mine {input}"
//
// FOLDER holds index.json. COMMAND is run by the shell for each question, with the file in the place of {input}, and
// prints the pairing: the number of pairs, then a line "WHITE BLACK" for each; 0 stands for the bye. FORM is trfx or
// trf16, for the twins of the questions in that dialect, which the published archive holds. Exit status 1 if an answer
// is wrong. The index is read line by line: each question has a line, on which the correct pairing comes first.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>

using Answer = std::pair<std::set<std::pair<int, int>>, int>;  // the games, White first, and the bye or 0

std::string value_of(const std::string& row, const std::string& key) {  // of the first such key, without quotation marks
    const auto at = row.find("\"" + key + "\": ") + key.size() + 4;
    const bool is_text = row[at] == '"';
    return row.substr(at + is_text, row.find_first_of(is_text ? "\"" : ",}", at + is_text) - at - is_text);
}

std::optional<Answer> read_answer(std::istringstream numbers, int count) {
    Answer answer;
    for (int white, black; count-- > 0;) {
        if (!(numbers >> white >> black)) return {};
        if (white && black) answer.first.insert({white, black});
        else answer.second = std::max(white, black);
    }
    std::string rest;
    return numbers >> rest ? std::nullopt : std::optional(answer);
}

Answer answer_of(const std::string& row) {  // of the first pairs in the row
    const auto begin = row.find("\"pairs\": ") + 9;
    std::string pairs = row.substr(begin, row.find(", \"bye\"", begin) - begin);
    const int brackets = static_cast<int>(std::count(pairs.begin(), pairs.end(), '['));
    std::replace_if(pairs.begin(), pairs.end(), [](char sign) { return !std::isdigit(sign); }, ' ');
    Answer answer = *read_answer(std::istringstream(pairs), brackets - 1);
    answer.second = std::atoi(value_of(row.substr(begin), "bye").c_str());
    return answer;
}

std::optional<Answer> ask(std::string command, const std::string& path) {
    for (size_t at; (at = command.find("{input}")) != std::string::npos;) command.replace(at, 7, "'" + path + "'");
    std::string printed;
    FILE* run = popen(command.c_str(), "r");
    for (int sign; (sign = std::fgetc(run)) != EOF;) printed += static_cast<char>(sign);
    const auto end = printed.find('\n');
    if (pclose(run) != 0 || end == std::string::npos || printed.find_first_of("0123456789") != 0) return {};
    return read_answer(std::istringstream(printed.substr(end)), std::stoi(printed));
}

std::string reason_of(const std::string& row, const Answer& given, std::map<std::string, std::string>& as_if) {
    const std::string mark = "{\"misreadings\": [\"";
    for (auto at = row.find(mark); at != std::string::npos; at = row.find(mark, at + 1)) {
        const std::string wrong = row.substr(at, row.find('}', at) + 1 - at), name = wrong.substr(mark.size());
        if (wrong.find("\"pairs\"") != std::string::npos && answer_of(wrong) == given)
            return ": as if " + as_if[name.substr(0, name.find('"'))];
    }
    return "";
}

int main(int count, char** arguments) {
    const std::string folder = arguments[1], command = arguments[2], form = count > 3 ? arguments[3] : "";
    std::ifstream index(folder + "/index.json");
    std::map<std::string, std::string> as_if;
    std::map<std::string, int> counts;
    for (std::string row, name; std::getline(index, row);) {
        if (row.rfind("  \"", 0) == 0) name = row.substr(3, row.find('"', 3) - 3);
        if (row.rfind("   \"as_if\"", 0) == 0) as_if[name] = value_of(row, "as_if");
        if (row.rfind("  {\"id\"", 0) != 0) continue;
        const auto twins = row.find("\"twins\": [");
        if (!form.empty() && (twins == std::string::npos || row.find("\"" + form + "\"", twins) == std::string::npos)) {
            ++counts["not asked"];
            continue;
        }
        const auto given = ask(command, folder + "/" + (form.empty() ? "" : form + "/") + value_of(row, "file"));
        std::string mark = !given ? "unanswered" : *given == answer_of(row) ? "right" : "wrong";
        if (given && row.find("\"contested\": [") != std::string::npos) mark = "contested";
        ++counts[mark];
        if (mark == "wrong" || mark == "unanswered")
            std::cout << value_of(row, "article") << " " << value_of(row, "file") << ", round " << value_of(row, "round")
                      << ": " << mark << (given ? reason_of(row, *given, as_if) : "") << "\n";
    }
    std::cout << "right " << counts["right"] << ", wrong " << counts["wrong"] << ", unanswered " << counts["unanswered"]
              << ", contested " << counts["contested"] << ", not asked " << counts["not asked"] << "\n";
    return counts["wrong"] > 0;
}
